import { badInput, type Context, sql } from '@plinth/core'
import { CUSTOM_PREFIX, type CustomFields, type CustomRecord, type CustomWrite } from '@plinth/core/data'
import { isBlank } from '../definitions/rules.ts'
import { createValueCipher, type ValueCipher } from './encryption.ts'
import { findMissing } from './find-missing.ts'
import { type CompiledField, type CompiledFields, MAX_VALUES } from './compile.ts'
import { readValue } from './kinds.ts'

/** The most keys of one record in one request. */
const MAX_KEYS = 128

/** The fields of a place, bound to a unit of work, in which look-ups happen. */
export function bindFields(ctx: Context, { byKey, described, required }: CompiledFields): CustomFields {
  const cipher = createValueCipher(ctx)
  return {
    described,
    hasRequired: required.length > 0,
    parse: (write) => parseValues(ctx, { byKey, required, cipher }, write),
    show: (stored) => showValues(byKey, stored, cipher),
    isAnyOf: (key, values, row) => {
      const field = byKey.get(key)
      return field && isAnyOf(field, { values, row, cipher })
    },
    orderOf: (key, row) => {
      const field = byKey.get(key)
      // The order of encrypted values says nothing.
      return field && !field.isEncrypted
        ? sql`nullif(${sql.ref(`${row}.custom`)} -> ${key}::text, 'null'::jsonb)`
        : undefined
    },
  }
}

/** Validates values in the order of the contract: key, kind, look-ups, rules. */
async function parseValues(
  ctx: Context,
  { byKey, required, cipher }: Pick<CompiledFields, 'byKey' | 'required'> & { readonly cipher: ValueCipher },
  { values, isNew }: CustomWrite,
): Promise<CustomRecord> {
  const problems = new Map<string, string>()
  const sent = Object.entries(values).filter(([, value]) => value !== undefined)
  if (sent.length > MAX_KEYS) throw invalidFields([['_customFields', 'Too many custom fields']])
  const read = new Map<string, unknown>()
  for (const [key, value] of sent) {
    const field = byKey.get(key)
    if (!field) problems.set(key, 'Unknown custom field')
    else {
      const result = readField(field, value)
      if ('problem' in result) problems.set(key, result.problem)
      else read.set(key, result.value)
    }
  }
  const known = [...read].map(([key, value]) => ({ field: byKey.get(key)!, value }))
  const lookedUp = known.length > 0 ? await findMissing(ctx, known) : undefined
  for (const [key, text] of lookedUp?.problems ?? []) problems.set(key, text)
  for (const [key, value] of lookedUp?.values ?? []) read.set(key, value)
  for (const { field } of known) {
    if (problems.has(field.key)) continue
    const failed = field.check(read.get(field.key))
    if (failed !== undefined) problems.set(field.key, failed)
  }
  // An update need not repeat what the record has; it may only not empty it.
  if (isNew)
    for (const field of required) {
      if (read.has(field.key) || problems.has(field.key)) continue
      const failed = field.check(null)
      if (failed !== undefined) problems.set(field.key, failed)
    }
  if (problems.size > 0)
    throw invalidFields([...problems].map(([key, text]) => [`${CUSTOM_PREFIX}${key.slice(0, 100)}`, text] as const))
  const sealed = [...read].map(([key, value]) => {
    const field = byKey.get(key)!
    return [key, field.isEncrypted && value !== null ? cipher.seal(field, value) : value] as const
  })
  return Object.fromEntries(sealed)
}

/** 400 as published: each field with what is wrong. */
export const invalidFields = (problems: readonly (readonly [string, string])[]) =>
  badInput('Validation failed', { fields: Object.fromEntries(problems) })

type FieldResult = { readonly value: unknown } | { readonly problem: string }

/** Null clears a field; so does blank text, except in text fields. */
function readField({ definition, isMulti }: CompiledField, sent: unknown): FieldResult {
  const { kind, config } = definition
  if (sent === null) return { value: null }
  if (!isMulti) {
    if (Array.isArray(sent)) return { problem: 'Must be a single value' }
    if (kind !== 'text' && kind !== 'multiline' && isBlank(sent)) return { value: null }
    return readValue(kind, config, sent)
  }
  const all: readonly unknown[] = Array.isArray(sent) ? sent : isBlank(sent) ? [] : [sent]
  if (all.length > MAX_VALUES) return { problem: `Must have at most ${MAX_VALUES} values` }
  const values: unknown[] = []
  for (const one of all) {
    const result = readValue(kind, config, one)
    if ('problem' in result) return result
    values.push(result.value)
  }
  return { value: values }
}

/** The values of known fields; a field with several values always has a list. */
function showValues(byKey: CompiledFields['byKey'], stored: CustomRecord, cipher: ValueCipher): CustomRecord {
  const shown: Record<string, unknown> = {}
  for (const key in stored) {
    const field = byKey.get(key)
    if (!field) continue
    const value = cipher.open(field, stored[key])
    shown[key] = field.isMulti && value !== null && !Array.isArray(value) ? [value] : value
  }
  return shown
}

interface SoughtValues {
  readonly values: readonly string[]
  /** The alias of the table. */
  readonly row: string
  readonly cipher: ValueCipher
}

/**
 * Containment of a typed value, or of one of several. Encrypted values are found by their hashes, if the field has them; a field
 * without is none to filter by.
 */
function isAnyOf(field: CompiledField, { values: texts, row, cipher }: SoughtValues) {
  const { definition, key, isMulti, isEncrypted } = field
  const { kind, config } = definition
  if (isEncrypted && !config.filterable) return undefined
  const values = texts.flatMap((text) => {
    const read = readValue(kind, config, text)
    return 'value' in read ? [read.value] : []
  })
  const stored = values.flatMap((value): unknown[] => {
    if (isEncrypted) return cipher.hashesOf(field, value).map((hash) => ({ hashes: [hash] }))
    return isMulti ? [[value]] : [value]
  })
  const column = sql.ref(`${row}.custom`)
  const each = stored.map((value) => sql<boolean>`${column} @> ${JSON.stringify({ [key]: value })}::jsonb`)
  return each.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(each, sql` or `)})`
}
