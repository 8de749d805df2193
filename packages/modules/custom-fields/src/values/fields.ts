import { badInput, type Context, inSlices, MIB, PlatformError, sql } from '@plinth/core'
import {
  CUSTOM_PREFIX,
  type CustomFields,
  type CustomRecord,
  type CustomWrite,
  inLanguage,
  type SearchConditions,
} from '@plinth/core/data'
import { Meter } from '@plinth/core/rules'
import { checkRules, isBlank } from '../field-rules.ts'
import type { IndexedFields } from '../indexes/read-indexed.ts'
import { createValueCipher, type ValueCipher } from './encryption.ts'
import { matching } from './filter.ts'
import { findMissing, type KnownElements, type SentValue } from './find-missing.ts'
import { type CompiledField, type CompiledFields, isInstant, MAX_VALUES } from './compile.ts'
import { toColumn } from './column.ts'
import { readValue } from './value-kinds.ts'

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
    isMatch: (filter, options) => {
      const field = byKey.get(filter.key)
      const tenantId = filtered.has(filter.key) ? index : undefined
      return field && matching(field, filter, { ...options, cipher, tenantId })
    },
    orderOf: (key, { row, language }) => {
      const field = byKey.get(key)
      // The order of encrypted values is meaningless.
      if (!field || field.isEncrypted) return undefined
      const custom = sql.ref(`${row}.custom`)
      if (isInstant(field) && !field.isMulti) return sql`plinth.custom_time(${custom} -> ${key}::text, 'UTC')`
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
    async isFoundBy(text, row, mayRead = () => true) {
      const all = [...byKey.values()].filter(({ definition }) => definition.config.searchable).map(({ key }) => key)
      const keys = all.filter(mayRead)
      if (keys.length === 0) return undefined
      // The index is about all of them.
      const isReady = keys.length === all.length && index !== undefined && keys.every((key) => searched.has(key))
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

/**
 * Validates values in the order of the contract: key, kind, look-ups, rules. Values that the record already has are kept as they
 * are: whoever sends a whole form must be able to save it after an option or a related record is gone.
 */
async function parseValues(
  ctx: Context,
  { byKey, required, cipher }: Pick<CompiledFields, 'byKey' | 'required'> & { readonly cipher: ValueCipher },
  { values, stored, isNew }: CustomWrite,
): Promise<CustomRecord> {
  const problems = new Map<string, string>()
  const sent = Object.entries(values).filter(([, value]) => value !== undefined)
  if (sent.length > MAX_KEYS) throw invalidFields([['_customFields', 'Too many custom fields']])
  const kept = new Map<string, unknown>()
  const read = new Map<string, SentValue>()
  for (const [key, value] of sent) {
    const field = byKey.get(key)
    if (!field) {
      problems.set(key, 'Unknown custom field')
      continue
    }
    const before = Object.hasOwn(stored, key) ? cipher.open(field, stored[key]) : null
    const known = elementsOf(before)
    const result = readField(field, value, known)
    if ('problem' in result) problems.set(key, result.problem)
    else if (result.value !== null && isSame(result.value, before)) kept.set(key, stored[key])
    else read.set(key, { field, known, value: result.value })
  }
  const lookedUp = await findMissing(ctx, [...read.values()])
  for (const [key, text] of lookedUp.problems) problems.set(key, text)
  const checked = [...read].map(([key, { field, value }]) => ({ field, value: lookedUp.values.get(key) ?? value }))
  // An update need not repeat required values that the record has, but it must not clear them.
  const missing = isNew ? required.filter(({ key }) => !(key in values)).map((field) => ({ field, value: null })) : []
  const all = [...checked, ...missing].filter(({ field }) => !problems.has(field.key))
  for (const [key, text] of await inSlices(checkAll(all))) problems.set(key, text)
  if (problems.size > 0)
    throw invalidFields([...problems].map(([key, text]) => [`${CUSTOM_PREFIX}${key.slice(0, 100)}`, text] as const))
  const sealed = checked.map(
    ({ field, value }) => [field.key, field.isEncrypted && value !== null ? cipher.seal(field, value) : value] as const,
  )
  // Clearing what a record does not have is no change.
  const written = sealed.filter(([key, value]) => value !== null || isNew || Object.hasOwn(stored, key))
  const result = { ...Object.fromEntries(kept), ...Object.fromEntries(written) }
  if (isTooLarge(stored, { ...stored, ...result }))
    throw invalidFields([
      ['_customFields', `The custom fields of a record can have at most ${MAX_BYTES / MIB} MiB together`],
    ])
  return result
}

/** Maximum size of all values of a record as JSON: requests that set a few fields each would add up without one. */
const MAX_BYTES = MIB

/** Whether a record exceeds the limit and is growing. */
function isTooLarge(before: CustomRecord, after: CustomRecord): boolean {
  const bytes = Buffer.byteLength(JSON.stringify(after))
  return bytes > MAX_BYTES && bytes > Buffer.byteLength(JSON.stringify(before))
}

/**
 * Steps for one rule and one value, and for the rules of all values of a record together: about 10 and 50 milliseconds at worst.
 */
const MAX_STEPS = { one: 1_000_000, all: 5_000_000 }

interface CheckedValue {
  readonly field: CompiledField
  readonly value: unknown
}

/** The messages of the rules that fail, by key. The values share one budget, which no ordinary rules need. */
function* checkAll(values: readonly CheckedValue[]): Generator<void, ReadonlyMap<string, string>> {
  const problems = new Map<string, string>()
  const meter = new Meter(MAX_STEPS.one, MAX_STEPS.all)
  for (const { field, value } of values)
    try {
      const failed = yield* checkRules(field.rules, value, meter)
      if (failed !== undefined) problems.set(field.key, failed)
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error
      return problems.set(field.key, 'The rules take too many steps: send shorter values, or fewer at once')
    }
  return problems
}

/** 400 as published: a message for each invalid field. */
export const invalidFields = (problems: readonly (readonly [string, string])[]) =>
  badInput('Validation failed', { fields: Object.fromEntries(problems) })

type FieldResult = { readonly value: unknown } | { readonly problem: string }

const isSame = (one: unknown, other: unknown) =>
  one === other || (Array.isArray(one) && JSON.stringify(one) === JSON.stringify(other))

/** The elements of a stored value by their text, in which forms may send them. */
function elementsOf(before: unknown): KnownElements {
  if (before === null || before === undefined) return NONE
  const all: readonly unknown[] = Array.isArray(before) ? before : [before]
  return new Map(all.map((one) => [String(one), one]))
}

const NONE: KnownElements = new Map()

/** Null clears a field; so does blank text, except in text fields. */
function readField({ definition, isMulti }: CompiledField, sent: unknown, known: KnownElements): FieldResult {
  const { kind, config } = definition
  const readOne = (one: unknown): FieldResult => {
    const isKnown = typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean'
    return isKnown && known.has(String(one)) ? { value: known.get(String(one)) } : readValue(kind, config, one)
  }
  if (sent === null) return { value: null }
  if (!isMulti) {
    if (Array.isArray(sent)) return { problem: 'Must be a single value' }
    if (kind !== 'text' && kind !== 'multiline' && isBlank(sent)) return { value: null }
    return readOne(sent)
  }
  const all: readonly unknown[] = Array.isArray(sent) ? sent : isBlank(sent) ? [] : [sent]
  if (all.length > MAX_VALUES) return { problem: `Must have at most ${MAX_VALUES} values` }
  const values: unknown[] = []
  for (const one of all) {
    const result = readOne(one)
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
