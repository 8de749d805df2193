import { hkdfSync } from 'node:crypto'
import { brokenSetup } from '../errors.ts'

/** Key material of at least 32 bytes. Created by `toSecretKey` or `deriveKey`; never read from the environment here. */
export type SecretKey = Uint8Array<ArrayBuffer>

/**
 * Converts configured key material (text is encoded as UTF-8) to a key. Throws `broken_setup` with the name of the setting if it
 * is shorter than 32 bytes, so that a platform does not start with a guessable key.
 */
export function toSecretKey({ name, secret }: { name: string; secret: string | Uint8Array }): SecretKey {
  const key = typeof secret === 'string' ? new TextEncoder().encode(secret) : Uint8Array.from(secret)
  assertSecretKey(name, key)
  return key
}

/** Throws `broken_setup` unless the key has at least 32 bytes. */
export function assertSecretKey(name: string, key: Uint8Array): void {
  if (key.byteLength >= MIN_KEY_BYTES) return
  throw brokenSetup(`${name} has ${key.byteLength} bytes; at least ${MIN_KEY_BYTES} are needed`)
}

/**
 * Derives a key of 32 bytes for one purpose (HKDF-SHA256), so that tokens, token hashes and signatures never share a key,
 * although the host configures a single secret.
 */
export function deriveKey({ secret, purpose }: { secret: SecretKey; purpose: string }): SecretKey {
  assertSecretKey('The secret to derive from', secret)
  return new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), `plinth:${purpose}`, MIN_KEY_BYTES))
}

const MIN_KEY_BYTES = 32

/** Keys derived from the platform's secret, so that modules do not need their own secrets. */
export interface PlatformKeys {
  /** The ids of the accepted secrets' keys, the current one first: `k` and 8 hex digits. */
  readonly ids: readonly [string, ...string[]]
  /** The key for a purpose such as `api_keys.secret`; the same on every host with the same secret. */
  of(purpose: string): SecretKey
  /** The key of each accepted secret for a purpose, the current one first: what any of them made is genuine. */
  all(purpose: string): readonly [SecretKey, ...SecretKey[]]
}

/** Derives each key once. `retiredSecrets` are accepted as well: see `createKeyRing`. */
export function createPlatformKeys(secret: string, retiredSecrets: readonly string[] = []): PlatformKeys {
  const roots = [...new Set([secret, ...retiredSecrets])].map((text, index) =>
    toSecretKey({ name: index === 0 ? '`secret`' : 'One of `retiredSecrets`', secret: text }),
  )
  const keys = new Map<string, readonly [SecretKey, ...SecretKey[]]>()
  const all = (purpose: string): readonly [SecretKey, ...SecretKey[]] => {
    let derived = keys.get(purpose)
    if (!derived) {
      const [first, ...others] = roots.map((root) => deriveKey({ secret: root, purpose: `module:${purpose}` }))
      keys.set(purpose, (derived = [first!, ...others]))
    }
    return derived
  }
  const [id, ...others] = roots.map(keyIdOf)
  return { ids: [id!, ...others], of: (purpose) => all(purpose)[0], all }
}

/** The id of a secret's keys: `k` and 8 hex digits. Reveals nothing about the secret. */
export function keyIdOf(secret: SecretKey): string {
  const name = deriveKey({ secret, purpose: 'key-id' })
  return `k${Buffer.from(name.subarray(0, 4)).toString('hex')}`
}
