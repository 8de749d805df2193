import { sql } from '@plinth/core'
import type { ColumnOptions, CustomFilter, Expression, RawBuilder, SqlBool } from '@plinth/core/data'
import { invalidMember, LocalMoment, momentIn } from '@plinth/core/http'
import { toColumn } from './column.ts'
import { type CompiledField, isInstant } from './compile.ts'
import type { ValueCipher } from './encryption.ts'
import { readValue } from './value-kinds.ts'

/** How a filter is evaluated. */
interface FilterOptions extends ColumnOptions {
  readonly cipher: ValueCipher
  /** The tenant whose index of the field is used; undefined to read the rows. */
  readonly tenantId: string | undefined
}

/** The records that a filter asks for; undefined for an encrypted field without hashes. */
export function matching(
  field: CompiledField,
  { anyOf, noneOf, range }: CustomFilter,
  { row, timeZone, cipher, tenantId }: FilterOptions,
): Expression<SqlBool> | undefined {
  if (range) return isWithin(field, boundsOf(field, range, timeZone), { row, tenantId })
  const stored = storedForms(field, anyOf ?? noneOf ?? [], cipher)
  if (!stored) return undefined
  // Most rows have none of the values, so they are read in any case.
  if (noneOf) return sql<boolean>`not ${contains(field, { stored, row })}`
  return tenantId === undefined ? contains(field, { stored, row }) : isIndexedAs(field, { stored, row, tenantId })
}

const SIGNS = { gte: sql`>=`, gt: sql`>`, lte: sql`<=`, lt: sql`<` } as const

interface Bound {
  readonly comparison: keyof typeof SIGNS
  readonly value: string | number
}

/** Throws 400 for a bound that the field cannot have. */
function boundsOf(
  { definition: { kind, config } }: CompiledField,
  range: NonNullable<CustomFilter['range']>,
  timeZone: string,
): readonly Bound[] {
  return Object.entries(range).map(([comparison, { value: text, parameter }]) => {
    const moment = kind === 'datetime' ? LocalMoment.safeParse(text) : undefined
    const read = moment ? undefined : readValue(kind, config, text)
    if (moment && !moment.success) throw invalidMember(parameter, 'Invalid date')
    if (read && 'problem' in read) throw invalidMember(parameter, read.problem)
    const value = moment?.success ? momentIn(moment.data, timeZone) : (read as { readonly value: string }).value
    return { comparison: comparison as keyof typeof SIGNS, value }
  })
}

const TYPES = { number: sql`float8`, time: sql`timestamptz`, day: sql`text` }

interface ComparedRows {
  readonly row: string
  readonly tenantId: string | undefined
}

/** Rows whose value is within bounds. The index is read once for all of them. */
function isWithin(field: CompiledField, bounds: readonly Bound[], { row, tenantId }: ComparedRows) {
  const { key, definition } = field
  const kind = typeof bounds[0]!.value === 'number' ? 'number' : isInstant(field) ? 'time' : 'day'
  const within = (value: RawBuilder<unknown>) =>
    sql.join(
      bounds.map((bound) => sql`${value} ${SIGNS[bound.comparison]} ${bound.value}::${TYPES[kind]}`),
      sql` and `,
    )
  if (tenantId === undefined) {
    const stored = sql`(${sql.ref(`${row}.custom`)} -> ${key}::text)`
    const value = kind === 'day' ? sql`(${stored} #>> '{}')` : toColumn(field, stored, 'UTC').value
    return sql<boolean>`(${within(value)}) is true`
  }
  const found = {
    number: () => within(sql`v.number`),
    time: () =>
      sql.join([...bounds.map(isNearBound), within(sql`plinth.custom_time(to_jsonb(v.word), 'UTC')`)], sql` and `),
    day: () => within(sql`v.word`),
  }[kind]()
  return sql<boolean>`${sql.ref(`${row}.id`)} in (select v.id from plinth.custom_values v
    where v.tenant_id = ${tenantId} and v.entity = ${definition.entityId} and v.key = ${key} and ${found})`
}

/** Whether an indexed time may be on this side of a point in time. */
const isNearBound = ({ comparison, value }: Bound) =>
  comparison.startsWith('g') ? sql`v.word >= ${dayFrom(String(value), -2)}` : sql`v.word < ${dayFrom(String(value), 3)}`

/** The day that is some days after that of a time. Years that would be longer than stored ones end with the last of these. */
function dayFrom(text: string, days: number) {
  const day = new Date(Date.parse(text.slice(0, 10)) + days * DAY)
  return day.getUTCFullYear() > 9999 ? AFTER_ALL : day.toISOString().slice(0, 10)
}

/** As text, after every day of four-digit years. */
const AFTER_ALL = '9999-12-32'

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

/** Points in time; those without an offset are UTC. */
const instants = (texts: SoughtValues['stored']) =>
  sql`array(select plinth.custom_time(to_jsonb(t), 'UTC') from unnest(${texts}::text[]) t)`

/** Whether an indexed time may be this point in time: whatever its offset, its date is at most two days off. */
function isNear(text: string) {
  return sql`(v.word >= ${dayFrom(text, -2)} and v.word < ${dayFrom(text, 3)})`
}

const DAY = 86_400_000

/** Rows whose field has one of the values, by reading them. */
function contains(field: CompiledField, { stored, row }: SoughtValues) {
  const { key, isMulti, isEncrypted } = field
  const column = sql.ref(`${row}.custom`)
  if (isInstant(field))
    return sql<boolean>`exists (select from plinth.custom_elements(${column} -> ${key}::text) e
      where plinth.custom_time(to_jsonb(e.word), 'UTC') = any (${instants(stored)}))`
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
  if (isInstant(field) && words.length > 0) {
    const near = sql.join(words.map(isNear), sql` or `)
    return sql<boolean>`${found(sql`(${near}) and plinth.custom_time(to_jsonb(v.word), 'UTC') = any (${instants(words)})`)}`
  }
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
