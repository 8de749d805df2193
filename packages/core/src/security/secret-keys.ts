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

/** Keys derived from the platform's secret, so that modules need no secrets of their own. */
export interface PlatformKeys {
  /** The key for a purpose such as `api_keys.secret`; the same on every host with the same secret. */
  of(purpose: string): SecretKey
}

/** Derives each key once. */
export function createPlatformKeys(secret: string): PlatformKeys {
  const root = toSecretKey({ name: '`secret`', secret })
  const keys = new Map<string, SecretKey>()
  return {
    of(purpose) {
      let key = keys.get(purpose)
      if (!key) keys.set(purpose, (key = deriveKey({ secret: root, purpose: `module:${purpose}` })))
      return key
    },
  }
}
