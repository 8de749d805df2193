import type { SecretKey } from './secret-keys.ts'
import { hmac, isSameSecret } from './tokens.ts'

/** The values to sign, in a fixed order; null is treated as an empty value. */
export type SignedValues = readonly (string | boolean | null)[]

/**
 * Signs values, with a version prefix: `v2:<64 hex>`. The purpose prevents a signature for one kind of record from being
 * accepted for another. The values are encoded so that moving text from one to the next changes the signature.
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
 * True if the signature was made over these values with one of the keys (the current one first, then retired ones). With
 * `legacyValues`, the older unversioned form, HMAC over values joined by `|`, is accepted too.
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
