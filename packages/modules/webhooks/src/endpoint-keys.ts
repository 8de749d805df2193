import type { KeyObject } from 'node:crypto'
import type { Context } from '@plinth/core'
import {
  keyRing,
  newWebhookPrivateKey,
  newWebhookSecret,
  type SigningKeys,
  toWebhookKey,
  toWebhookPublicKey,
} from '@plinth/core/security'
import { SECRETS } from './contract.ts'

/** What an endpoint signs with, encrypted. */
export interface StoredKeys {
  readonly secret: string
  readonly privateKey: string | null
  /** ISO 8601; null for the current keys. */
  readonly expiresAt: string | null
}

/** New keys of an endpoint: what is stored, and what receivers have to know. */
export function createKeys({ inject }: Pick<Context, 'inject'>) {
  const ring = inject(keyRing)
  const [secret, privateKey] = [newWebhookSecret(), newWebhookPrivateKey()]
  const stored: StoredKeys = {
    secret: ring.encrypt(SECRETS, secret),
    privateKey: ring.encrypt(SECRETS, privateKey),
    expiresAt: null,
  }
  return { stored, secret, publicKey: toWebhookPublicKey(privateKey) }
}

/** Keeps the keys that it decrypts and prepares, for work that signs many messages. */
export function createKeyReader({ inject, now }: Pick<Context, 'inject' | 'now'>) {
  const ring = inject(keyRing)
  const prepared = new Map<string, KeyObject>()
  const prepare = (encrypted: string) => {
    const key = prepared.get(encrypted) ?? toWebhookKey(ring.decrypt(SECRETS, encrypted))
    prepared.set(encrypted, key)
    return key
  }
  /** The keys that are valid now, the current ones first. */
  return ({ keys, ed25519 }: EndpointKeys): SigningKeys => {
    const valid = (keys ?? []).filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > now().getTime())
    return {
      secrets: valid.map(({ secret }) => prepare(secret)),
      privateKeys: ed25519 ? valid.flatMap(({ privateKey }) => privateKey ?? []).map(prepare) : [],
    }
  }
}

interface EndpointKeys {
  readonly keys: readonly StoredKeys[] | null
  /** Whether messages are also signed with Ed25519. */
  readonly ed25519: boolean
}
