import { createHmac, hash, randomUUID, timingSafeEqual } from 'node:crypto'
import { encodeHex } from 'oslo/encoding'
import { assertSecretKey, type SecretKey } from './secret-keys.ts'

/** A random token as lower-case hex: 64 characters for the default of 32 random bytes. */
export function randomToken(bytes = 32): string {
  return encodeHex(crypto.getRandomValues(new Uint8Array(bytes)))
}

/** A random UUID, version 4. */
export function randomId(): string {
  return randomUUID()
}

/**
 * The stored form of a token: HMAC-SHA256, 64 lower-case hex characters. Tokens are random, so a single keyed hash is enough,
 * and a copy of the database alone does not allow testing guesses.
 */
export function hashToken(token: string, key: SecretKey): string {
  assertSecretKey('The key for token hashes', key)
  return createHmac('sha256', key).update(token).digest('hex')
}

/** Compares two strings in a time that only depends on their lengths. */
export function isSameSecret(left: string, right: string): boolean {
  const a = Buffer.from(left)
  const b = Buffer.from(right)
  return a.byteLength === b.byteLength && timingSafeEqual(a, b)
}

/** A deterministic UUID of version 8, derived from a hash of the parts. */
export function derivedId(...parts: readonly (string | null)[]): string {
  const hex = hash('sha256', JSON.stringify(parts), 'hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export function hmac(key: SecretKey, text: string): string {
  assertSecretKey('The key for signatures', key)
  return createHmac('sha256', key).update(text).digest('hex')
}
