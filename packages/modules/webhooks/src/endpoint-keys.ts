import type { Context } from '@plinth/core'
import {
  keyRing,
  newWebhookPrivateKey,
  newWebhookSecret,
  type SigningKeys,
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

/** Decrypts the keys that are valid at a time, the current ones first. */
export function signingKeysOf(
  { inject, now }: Pick<Context, 'inject' | 'now'>,
  { keys, ed25519 }: { readonly keys: readonly StoredKeys[] | null; readonly ed25519: boolean },
): SigningKeys {
  const ring = inject(keyRing)
  const valid = (keys ?? []).filter(({ expiresAt }) => expiresAt === null || Date.parse(expiresAt) > now().getTime())
  return {
    secrets: valid.map(({ secret }) => ring.decrypt(SECRETS, secret)),
    privateKeys: ed25519
      ? valid.flatMap(({ privateKey }) => privateKey ?? []).map((key) => ring.decrypt(SECRETS, key))
      : [],
  }
}
