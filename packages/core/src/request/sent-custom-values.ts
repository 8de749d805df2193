import type { CustomRecord } from '../define/extensible.ts'
import { isPlain } from '../plain-object.ts'

/** Prefixes of keys in bodies: `cf_size`, `cf:size`. */
const PREFIX = /^cf[_:]/

/** Maximum number of custom values that are read from a body. */
const MOST = 1_000

/**
 * The values of custom fields in a body, in any of the published spellings: `cf_size`, `cf:size`, `customFields` as an object
 * or as a list of `{ key, value }`, and `customValues`. Later values override earlier ones. Undefined if the body has none.
 */
export function readCustomValues(body: unknown): CustomRecord | undefined {
  if (!isPlain(body)) return undefined
  let found: Record<string, unknown> | undefined
  let count = 0
  const take = (name: string, value: unknown) => {
    if (value === undefined || ++count > MOST) return
    found ??= Object.create(null) as Record<string, unknown>
    found[name.replace(PREFIX, '')] = value
  }
  for (const [name, value] of Object.entries(body)) {
    if (PREFIX.test(name)) take(name, value)
    else if (name === 'customFields' && Array.isArray(value)) {
      for (const one of value as unknown[])
        if (isPlain(one) && 'key' in one && typeof one.key === 'string')
          take(one.key, (one as { readonly value?: unknown }).value)
    } else if ((name === 'customFields' || name === 'customValues') && isPlain(value))
      for (const [key, one] of Object.entries(value)) take(key, one)
  }
  return found
}
