import { badInput, type Context, sql } from '@plinth/core'
import {
  CUSTOM_PREFIX,
  type CustomColumn,
  type CustomFields,
  type CustomRecord,
  type CustomWrite,
  type RawBuilder,
  inLanguage,
  type SearchConditions,
} from '@plinth/core/data'
import { isBlank } from '../definitions/rules.ts'
import type { IndexedFields } from '../indexes/read-indexed.ts'
import { createValueCipher, type ValueCipher } from './encryption.ts'
import { findMissing } from './find-missing.ts'
import { type CompiledField, type CompiledFields, MAX_VALUES } from './compile.ts'
import { readValue } from './kinds.ts'

/** Maximum number of keys of one record in one request. */
const MAX_KEYS = 128

/** The fields that apply in an organization, bound to the unit of work in which values are looked up. */
export function bindFields(
  ctx: Context,
  { byKey, described, required }: CompiledFields,
  { filtered, searched }: IndexedFields,
): CustomFields {
  const cipher = createValueCipher(ctx)
  // Super admins also see rows of other tenants, whose indexes are not known here.
  const index = ctx.actor.isSuperAdmin ? undefined : ctx.scope.tenantId
  return {
    described,
    hasRequired: required.length > 0,
    parse: (write) => parseValues(ctx, { byKey, required, cipher }, write),
    show: (stored) => showValues(byKey, stored, cipher),
    isAnyOf: (key, values, row) => {
      const field = byKey.get(key)
      if (!field) return undefined
      const stored = storedForms(field, values, cipher)
      if (!stored) return undefined
      return index !== undefined && filtered.has(key)
        ? isIndexedAs(field, { stored, row, tenantId: index })
        : contains(field, { stored, row })
    },
    orderOf: (key, { row, language }) => {
      const field = byKey.get(key)
      // The order of encrypted values is meaningless.
      if (!field || field.isEncrypted) return undefined
      const custom = sql.ref(`${row}.custom`)
      return isText(field)
        ? inLanguage(sql`(${custom} ->> ${key}::text)`, language)
        : sql`nullif(${custom} -> ${key}::text, 'null'::jsonb)`
    },
    columnOf: (key, { row, timeZone }) => {
      const field = byKey.get(key)
      return field && !field.isEncrypted && !field.isMulti
        ? toColumn(field, sql`(${sql.ref(`${row}.custom`)} -> ${key}::text)`, timeZone)
        : undefined
    },
    async isFoundBy(text, row) {
      const keys = [...byKey.values()].filter(({ definition }) => definition.config.searchable).map(({ key }) => key)
      if (keys.length === 0) return undefined
      const isReady = index !== undefined && keys.every((key) => searched.has(key))
      return hasWords(ctx, {
        keys,
        text,
        row,
        entityId: isReady ? byKey.get(keys[0]!)!.definition.entityId : undefined,
      })
    },
  }
}

const TEXTS: readonly string[] = ['text', 'multiline', 'select', 'dictionary']

/** Whether the values are texts of people. */
const isText = ({ definition: { kind }, isMulti }: CompiledField) => TEXTS.includes(kind) && !isMulti

function toColumn(
  { definition: { kind, config } }: CompiledField,
  value: RawBuilder<unknown>,
  timeZone: string,
): CustomColumn {
  switch (kind) {
    case 'integer':
    case 'float':
      return { type: 'number', value: sql`(case when jsonb_typeof(${value}) = 'number' then ${value}::numeric end)` }
    case 'boolean':
      return { type: 'boolean', value: sql`(case when jsonb_typeof(${value}) = 'boolean' then ${value}::boolean end)` }
    case 'date':
    case 'datetime':
      return { type: 'time', value: sql`plinth.custom_time(${value}, ${timeZone})` }
    default: {
      const { options = [] } = config
      return {
        type: 'text',
        value: sql`(${value} #>> '{}')`,
        ...(options.length > 0 && { labels: new Map(options.map((one) => [String(one.value), one.label])) }),
      }
    }
  }
}

/** Maximum number of records that a search takes from the index. */
const MAX_FOUND = 5_000

interface SoughtWords {
  readonly keys: readonly string[]
  readonly text: string
  /** The alias of the table. */
  readonly row: string
  /** The entity whose index is used; undefined to read the rows. */
  readonly entityId: string | undefined
}

/** Rows whose values of these fields contain every word of a text. */
async function hasWords(
  { db }: Pick<Context, 'db'>,
  { keys, text, row, entityId }: SoughtWords,
): Promise<SearchConditions> {
  const id = sql.ref(`${row}.id`)
  const patterns = sql`(select plinth.search_patterns(plinth.search_words(${text})))`
  const shown = sql<boolean>`plinth.custom_matches(${sql.ref(`${row}.custom`)}, ${keys}::text[], ${patterns})`
  if (entityId === undefined) return { shown, counted: shown }
  const { rows } = await sql<{ ids: readonly string[] | null; words: number }>`
    select plinth.search_custom(${entityId}, ${keys}::text[], ${text}, ${MAX_FOUND}) as ids,
      cardinality(plinth.search_words(${text})) as words`.execute(db)
  const { ids = null, words = 0 } = rows[0] ?? {}
  // There are so many matches that reading the rows in the order of the page fills it sooner. With several words, these rows
  // would have to be searched again, which PostgreSQL does faster in parallel without the index.
  if (ids === null && words > 1) return { shown, counted: shown }
  // `is true` keeps PostgreSQL from a join that looks up each match separately, because it expects few matches.
  if (ids === null) {
    const found = sql`select plinth.found_custom(${entityId}, ${keys}::text[], ${text})`
    return { shown, counted: sql<boolean>`(${id} in (${found})) is true` }
  }
  const isFound = sql<boolean>`${id} = any (${ids}::uuid[])`
  return { shown: isFound, counted: isFound }
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
  // An update need not repeat required values that the record has, but it must not clear them.
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

/** 400 as published: a message for each invalid field. */
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

/**
 * The forms in which a field stores these values; values that it cannot have are left out. Encrypted values are found by their
 * hashes; undefined if the field has no hashes.
 */
function storedForms(
  field: CompiledField,
  texts: readonly string[],
  cipher: ValueCipher,
): readonly (string | number | boolean)[] | undefined {
  const { definition, isEncrypted } = field
  const { kind, config } = definition
  if (isEncrypted && !config.filterable) return undefined
  return texts.flatMap((text): readonly (string | number | boolean)[] => {
    const read = readValue(kind, config, text)
    if (!('value' in read)) return []
    return isEncrypted ? cipher.hashesOf(field, read.value) : [read.value]
  })
}

interface SoughtValues {
  /** As they are stored: values, or their hashes. */
  readonly stored: readonly (string | number | boolean)[]
  /** The alias of the table. */
  readonly row: string
}

/** Rows whose field has one of the values, by reading them. */
function contains({ key, isMulti, isEncrypted }: CompiledField, { stored, row }: SoughtValues) {
  const column = sql.ref(`${row}.custom`)
  const each = stored.map((value) => {
    const form = isEncrypted ? { hashes: [value] } : isMulti ? [value] : value
    return sql<boolean>`${column} @> ${JSON.stringify({ [key]: form })}::jsonb`
  })
  return each.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(each, sql` or `)})`
}

/** Maximum number of characters of a text that are indexed. PostgreSQL counts code points. */
const INDEXED_LENGTH = 200
const beginningOf = (text: string) => [...text].slice(0, INDEXED_LENGTH).join('')

/** Like `contains`, but by the index. */
function isIndexedAs(field: CompiledField, { stored, row, tenantId }: SoughtValues & { readonly tenantId: string }) {
  const numbers = stored.filter((value) => typeof value === 'number')
  const words = stored.filter((value) => typeof value !== 'number').map(String)
  const { entityId } = field.definition
  const found = (isAny: RawBuilder<unknown>) => sql`${sql.ref(`${row}.id`)} in (select v.id from plinth.custom_values v
    where v.tenant_id = ${tenantId} and v.entity = ${entityId} and v.key = ${field.key} and ${isAny})`
  const each = [
    ...(words.length > 0 ? [found(sql`v.word = any (${words.map(beginningOf)}::text[])`)] : []),
    ...(numbers.length > 0 ? [found(sql`v.number = any (${numbers}::float8[])`)] : []),
  ]
  if (each.length === 0) return sql<boolean>`false`
  const isFound = sql<boolean>`(${sql.join(each, sql` or `)})`
  // The index contains only the beginning of a long text.
  const areShort = words.every((word) => [...word].length < INDEXED_LENGTH)
  return areShort ? isFound : sql<boolean>`(${isFound} and ${contains(field, { stored, row })})`
}
