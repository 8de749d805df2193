import { createHmac, hash, randomUUID, timingSafeEqual } from 'node:crypto'
import { encodeHex } from 'oslo/encoding'
import { assertSecretKey } from './secret-key.ts'
import type { SecretKey } from './secret-key.ts'

/** Unguessable lower-case hex: 64 characters for the default of 32 random bytes. */
export function randomToken(bytes = 32): string {
  return encodeHex(crypto.getRandomValues(new Uint8Array(bytes)))
}

/** A random UUID, version 4. */
export function randomId(): string {
  return randomUUID()
}

/** A UUID of version 7, which begins with the time: what is made together lies together, and in its month. */
export function timedId(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/**
 * What is stored instead of a token: HMAC-SHA256, 64 lower-case hex characters. Tokens are random, so one keyed hash
 * is enough, and a copy of the database alone does not let anybody test guesses.
 */
export function hashToken(token: string, key: SecretKey): string {
  assertSecretKey('The key for token hashes', key)
  return createHmac('sha256', key).update(token).digest('hex')
}

/** Compares two strings in a time that depends on their lengths only. */
export function isSameSecret(left: string, right: string): boolean {
  const a = Buffer.from(left)
  const b = Buffer.from(right)
  return a.byteLength === b.byteLength && timingSafeEqual(a, b)
}

/** The UUID that follows from some parts: of version 8, made from a hash. */
export function derivedId(...parts: readonly (string | null)[]): string {
  const hex = hash('sha256', JSON.stringify(parts), 'hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
