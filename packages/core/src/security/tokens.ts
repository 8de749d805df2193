import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  randomUUID,
  timingSafeEqual,
} from 'node:crypto'
import { encodeHex } from 'oslo/encoding'
import { brokenSetup } from '../errors.ts'

/** Key material of at least 32 bytes. Made by `toSecretKey` or `deriveKey`; never read from the environment here. */
export type SecretKey = Uint8Array<ArrayBuffer>

/**
 * Turns configured key material (text counts as UTF-8) into a key. Throws `broken_setup` naming the setting when it is
 * shorter than 32 bytes, so that a platform does not start on a guessable key.
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
 * Derives a key of 32 bytes for one purpose (HKDF-SHA256), so that tokens, token hashes and signatures never share a
 * key although the host configures a single secret.
 */
export function deriveKey({ secret, purpose }: { secret: SecretKey; purpose: string }): SecretKey {
  assertSecretKey('The secret to derive from', secret)
  return new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), `plinth:${purpose}`, MIN_KEY_BYTES))
}

const MIN_KEY_BYTES = 32

/** Keys derived from the platform's secret, so that modules need no secrets of their own. */
export interface PlatformKeys {
  /** The key of one purpose, `api_keys.secret`; the same in every host with the same secret. */
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

const NONCE = 12
const TAG = 16

/** Encrypts text with a key of 32 bytes (AES-256-GCM); without it the result can be neither read nor changed. */
export function encryptText(text: string, key: Uint8Array): string {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

/** Reads what `sealText` made of a text. Throws for anything else. */
export function decryptText(encrypted: string, key: Uint8Array): string {
  const bytes = Buffer.from(encrypted, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE), { authTagLength: TAG })
  decipher.setAuthTag(bytes.subarray(-TAG))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]).toString('utf8')
}

/** Unguessable lower-case hex: 64 characters for the default of 32 random bytes. */
export function randomToken(bytes = 32): string {
  return encodeHex(crypto.getRandomValues(new Uint8Array(bytes)))
}

/** A random UUID, version 4. */
export function randomId(): string {
  return randomUUID()
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

/** Values whose integrity matters, in a fixed order; null stands for an empty one. */
type SignedValues = readonly (string | boolean | null)[]

/**
 * Signs values with a version prefix, `v2:<64 hex>`. The purpose keeps a signature made for one kind of record from
 * being accepted for another. The values are encoded so that moving text from one to the next changes the signature.
 */
export function signValues({
  key,
  purpose,
  values,
}: {
  key: SecretKey
  purpose: string
  values: SignedValues
}): string {
  return VERSION + hmac(key, JSON.stringify([purpose, ...values]))
}

/**
 * True when the signature was made over these values with one of the keys (the current one first, then retired ones).
 * With `legacyValues` the older unversioned form, HMAC over values joined by `|`, is accepted too.
 */
export function areSigned({
  keys,
  purpose,
  values,
  signature,
  legacyValues,
}: {
  keys: readonly SecretKey[]
  purpose: string
  values: SignedValues
  signature: string | null
  legacyValues?: SignedValues
}): boolean {
  if (signature === null) return false
  if (signature.startsWith(VERSION))
    return keys.some((key) => isSameSecret(signature, signValues({ key, purpose, values })))
  if (legacyValues === undefined) return false
  const joined = legacyValues.map((value) => value ?? '').join('|')
  return keys.some((key) => isSameSecret(signature, hmac(key, joined)))
}

const VERSION = 'v2:'

function hmac(key: SecretKey, text: string): string {
  assertSecretKey('The key for signatures', key)
  return createHmac('sha256', key).update(text).digest('hex')
}
