import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const NONCE = 12

const TAG = 16

/**
 * Encrypts text with a key of 32 bytes (AES-256-GCM, authenticated). A nonce has 12 bytes and must never be used for another
 * text.
 */
export function encryptText(text: string, key: Uint8Array, nonce: Uint8Array = randomBytes(NONCE)): string {
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

/** Decrypts the result of `encryptText`. Throws for anything else. */
export function decryptText(encrypted: string, key: Uint8Array): string {
  const bytes = Buffer.from(encrypted, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE), { authTagLength: TAG })
  decipher.setAuthTag(bytes.subarray(-TAG))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]).toString('utf8')
}
