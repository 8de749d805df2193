import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
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

const NONCE = 12
const TAG = 16

/** Encrypts text with a key of 32 bytes (AES-256-GCM); nobody without it can read or change what comes out. */
export function sealText(text: string, key: Uint8Array): string {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

/** Reads what `sealText` made of a text. Throws for anything else. */
export function openText(sealed: string, key: Uint8Array): string {
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE), { authTagLength: TAG })
  decipher.setAuthTag(bytes.subarray(-TAG))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]).toString('utf8')
}
