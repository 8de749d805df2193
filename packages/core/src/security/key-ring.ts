import { createCipheriv, createDecipheriv, createHmac, hash, timingSafeEqual } from 'node:crypto'
import { brokenSetup } from '../errors.ts'
import { decryptText, encryptText } from './encryption.ts'
import { deriveKey, keyIdOf, type SecretKey, toSecretKey } from './secret-keys.ts'
import { areSigned, type SignedValues } from './signatures.ts'
import { hashToken, hmac, isSameSecret } from './tokens.ts'

/**
 * Encrypts, hashes and signs with keys derived from the platform's secret, and accepts what was made with a retired one. Every
 * result begins with the id of the key that made it, so that a secret can be replaced without an outage: see `rotateSecret`.
 *
 * A purpose is a constant such as `identity.connections`. Each purpose has its own keys, so that what was made for one purpose
 * is invalid for another.
 *
 * @example
 * const ring = inject(keyRing)
 * const stored = ring.encrypt('shop.gateway', apiToken)
 * const token = ring.decrypt('shop.gateway', stored)
 */
export interface KeyRing {
  /** The id of the current key, which is used for everything new: `k` and 8 hex digits. Reveals nothing about the secret. */
  readonly id: string
  /** The ids of all accepted keys, the current one first. */
  readonly ids: readonly string[]
  /** Encrypts text of any length (AES-256-GCM). The result is about 1.4 times as long, ASCII, and different every time. */
  encrypt(purpose: string, text: string): string
  /**
   * Decrypts a result of `encrypt`. Throws `broken_setup` if it was made with a secret that is no longer accepted, for another
   * purpose, or was changed.
   */
  decrypt(purpose: string, encrypted: string): string
  /**
   * The stored form of a token, by which it is found: 76 ASCII characters, the same on every host. It cannot be computed or tested
   * without the secret, and `rekey` renews it without the token. Do not use it for passwords.
   */
  keyedHash(purpose: string, text: string): string
  /** All forms under which the hash of a token may be stored, the current one first: look up each until one is found. */
  keyedHashes(purpose: string, text: string): readonly [string, ...string[]]
  /** Whether a stored hash is that of the text, under any accepted key. Takes constant time. */
  isHashOf(purpose: string, text: string, stored: string): boolean
  /** Signs values in a fixed order; 76 ASCII characters. */
  sign(purpose: string, values: SignedValues): string
  /** Whether a result of `sign` was made over these values, under any accepted key. */
  isSigned(purpose: string, values: SignedValues, signature: string | null): boolean
  /** Whether a result of `encrypt`, `keyedHash` or `sign` was made with the current key. */
  isCurrent(made: string): boolean
  /**
   * The encrypted text or hash, renewed with the current key; the result is the same every time. Null for a hash without a key
   * id, as stored by versions before the key ring: it can only be renewed when its token is used. Throws like `decrypt`.
   */
  rekey(purpose: string, made: string): string | null
  /** The key of each accepted secret for a purpose, the current one first, for formats that the ring does not know. */
  keysOf(purpose: string): readonly [SecretKey, ...SecretKey[]]
}

/** The secrets of a platform. */
export interface Secrets {
  /** At least 32 bytes, the same on every host. It is used for everything new. */
  readonly secret: string
  /** Further secrets that are accepted: former ones and, while a new one is introduced, the next one. */
  readonly retiredSecrets?: readonly string[] | undefined
}

/** Throws `broken_setup` for a secret of less than 32 bytes. */
export function createKeyRing({ secret, retiredSecrets = [] }: Secrets): KeyRing {
  const [present, ...others] = [
    ...new Map(
      [secret, ...retiredSecrets].map((text, index) => {
        const root = toSecretKey({ name: index === 0 ? '`secret`' : 'One of `retiredSecrets`', secret: text })
        return [text, new AcceptedKey(root)]
      }),
    ).values(),
  ] as [AcceptedKey, ...AcceptedKey[]]
  const all: readonly [AcceptedKey, ...AcceptedKey[]] = [present, ...others]
  const byId = new Map(all.map((key) => [key.id, key]))

  const find = (id: string, purpose: string): AcceptedKey => {
    const key = byId.get(id)
    if (key) return key
    throw brokenSetup(
      `A value of '${purpose}' was made with the secret of key ${id}, which is not among the accepted ones`,
    )
  }

  const decrypt = (purpose: string, encrypted: string): string => {
    const made = parse(encrypted)
    if (made && made.kind !== 'e') throw unreadable(purpose)
    const candidates = made ? [find(made.id, purpose).of('e', purpose)] : all.map((key) => key.former(purpose))
    for (const key of candidates) {
      const text = tryDecrypt(made?.body ?? encrypted, key)
      if (text !== null) return text
    }
    throw unreadable(purpose)
  }

  const formsOf = (purpose: string, text: string): readonly [string, ...string[]] => {
    const digest = hash('sha256', text, 'buffer')
    return [
      present.hide(purpose, digest),
      ...others.map((key) => key.hide(purpose, digest)),
      ...all.map((key) => hashToken(text, key.former(purpose))),
    ]
  }

  return Object.freeze({
    id: present.id,
    ids: all.map(({ id }) => id),
    encrypt: (purpose, text) => `${present.id}.e.${encryptText(text, present.of('e', purpose))}`,
    decrypt,
    keyedHash: (purpose, text) => present.hide(purpose, hash('sha256', text, 'buffer')),
    keyedHashes: formsOf,
    isHashOf: (purpose, text, stored) =>
      formsOf(purpose, text).reduce((found, form) => isSameSecret(form, stored) || found, false),
    sign: (purpose, values) => present.sign(purpose, values),
    isSigned(purpose, values, signature) {
      const made = signature === null ? null : parse(signature)
      if (made) {
        const key = byId.get(made.id)
        return made.kind === 's' && key !== undefined && isSameSecret(key.sign(purpose, values), signature!)
      }
      return areSigned({ keys: all.map((key) => key.former(purpose)), purpose, values, signature })
    },
    isCurrent: (made) => made.startsWith(`${present.id}.`),
    rekey(purpose, made) {
      const parsed = parse(made)
      if (parsed?.id === present.id) return made
      if (parsed?.kind === 'h') return present.hide(purpose, find(parsed.id, purpose).reveal(purpose, parsed.body))
      if (!parsed && FORMER_HASH.test(made)) return null
      return `${present.id}.e.${encryptText(decrypt(purpose, made), present.of('e', purpose), present.nonceOf(purpose, made))}`
    },
    keysOf: (purpose) => [present.former(purpose), ...others.map((key) => key.former(purpose))],
  } satisfies KeyRing)
}

/** The keys derived from one secret. */
class AcceptedKey {
  readonly id: string
  readonly #root: SecretKey
  readonly #derived = new Map<string, SecretKey>()

  constructor(root: SecretKey) {
    this.#root = root
    this.id = keyIdOf(root)
  }

  /** The key for a kind of result and a purpose. */
  of(kind: Kind | 'h-order' | 'e-nonce', purpose: string): SecretKey {
    return this.#derive(`ring:${kind}:${purpose}`)
  }

  /** The key of `platformKeys`, which was used for everything before there was a key ring. */
  former(purpose: string): SecretKey {
    return this.#derive(`module:${purpose}`)
  }

  sign(purpose: string, values: SignedValues): string {
    return `${this.id}.s.${hmac(this.of('s', purpose), JSON.stringify([purpose, ...values]))}`
  }

  /**
   * Encrypts a digest deterministically, as SIV mode does (RFC 5297): its authentication code is the initialization vector.
   * Equal digests have equal results, so they can be looked up. With the key, a digest can be recovered and encrypted again.
   */
  hide(purpose: string, digest: Uint8Array): string {
    const code = this.#codeOf(purpose, digest)
    const cipher = createCipheriv(HIDING, this.of('h', purpose), code)
    return `${this.id}.h.${Buffer.concat([code, cipher.update(digest), cipher.final()]).toString('base64url')}`
  }

  reveal(purpose: string, body: string): Uint8Array {
    const bytes = Buffer.from(body, 'base64url')
    if (bytes.byteLength !== CODE + DIGEST) throw unreadable(purpose)
    const code = bytes.subarray(0, CODE)
    const decipher = createDecipheriv(HIDING, this.of('h', purpose), code)
    const digest = Buffer.concat([decipher.update(bytes.subarray(CODE)), decipher.final()])
    if (!timingSafeEqual(code, this.#codeOf(purpose, digest))) throw unreadable(purpose)
    return digest
  }

  /** The nonce for renewing encrypted text, derived from it so that copies, such as those that undo compares, stay equal. */
  nonceOf(purpose: string, made: string): Uint8Array {
    return createHmac('sha256', this.of('e-nonce', purpose)).update(made).digest().subarray(0, NONCE)
  }

  #codeOf(purpose: string, digest: Uint8Array): Buffer {
    return createHmac('sha256', this.of('h-order', purpose)).update(digest).digest().subarray(0, CODE)
  }

  #derive(purpose: string): SecretKey {
    let key = this.#derived.get(purpose)
    if (!key) this.#derived.set(purpose, (key = deriveKey({ secret: this.#root, purpose })))
    return key
  }
}

/** Encrypted text, a keyed hash, or a signature. */
type Kind = 'e' | 'h' | 's'

const HIDING = 'aes-256-ctr'
/** Bytes of an authentication code and of a digest. */
const CODE = 16
const DIGEST = 32
/** Bytes of a nonce. */
const NONCE = 12

const MADE = /^(k[0-9a-f]{8})\.([ehs])\.(.*)$/s
const FORMER_HASH = /^[0-9a-f]{64}$/

function parse(made: string): { readonly id: string; readonly kind: Kind; readonly body: string } | null {
  const [, id, kind, body] = MADE.exec(made) ?? []
  return id === undefined ? null : { id, kind: kind as Kind, body: body! }
}

function tryDecrypt(encrypted: string, key: SecretKey): string | null {
  try {
    return decryptText(encrypted, key)
  } catch {
    // Node reports a wrong key and changed bytes alike, as an error without a code.
    return null
  }
}

const unreadable = (purpose: string) =>
  brokenSetup(`A value of '${purpose}' cannot be read: it was made for another purpose or secret, or was changed`)
