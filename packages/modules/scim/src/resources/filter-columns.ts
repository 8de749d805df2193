import { isUuid, parseDate, sql } from '@plinth/core'
import type { RawBuilder, SqlBool } from '@plinth/core/data'
import { scimError } from '../errors.ts'
import { type AttributePath, type Comparison, type Filter, isOrdering } from '../protocol/parse-filter.ts'
import { type Attribute, COMMON, findAttribute, type ResourceSchema } from '../protocol/schema.ts'
import { readBoolean } from '../protocol/values.ts'

/** What filters compare and lists are sorted by. */
export interface Column {
  /** The expression, in SQL. */
  readonly value: RawBuilder<unknown>
  readonly kind: 'text' | 'exact' | 'boolean' | 'binary' | 'time' | 'id' | 'complex'
  /** A column with the text as converted by `keyOf`; an index begins with it. */
  readonly key?: RawBuilder<unknown>
}

/** The values of a multi-valued attribute: rows named `e`. */
export interface Rows {
  /** What follows `from`, with its conditions. */
  readonly source: RawBuilder<unknown>
  /** The attributes of a value, by their declared names. */
  readonly columns: Readonly<Record<string, Column>>
}

/** Where the attributes of a resource are, by their paths in lower case, if they are not in its JSON. */
export interface Places {
  /** Null for values, which have no attributes but the columns. */
  readonly schema: ResourceSchema | null
  readonly columns: Readonly<Record<string, Column>>
  readonly rows: Readonly<Record<string, Rows>>
  /** The JSON with everything else, if there is any. */
  readonly json: RawBuilder<unknown> | null
}

/** Converts a text so that it matches texts that differ only in case. */
export const keyOf = (text: string) => text.toLowerCase()

const invalid = (detail: string) => scimError('bad_input', detail, 'invalidFilter')

/** A filter as a condition. Values are parameters, and only declared attributes can be named. Throws 400 for any other. */
export function toCondition(filter: Filter, places: Places): RawBuilder<SqlBool> {
  switch (filter.kind) {
    case 'and':
    case 'or': {
      const parts = filter.filters.map((one) => toCondition(one, places))
      return sql<SqlBool>`(${sql.join(parts, filter.kind === 'and' ? sql` and ` : sql` or `)})`
    }
    case 'not':
      // What is not known does not match, so its opposite does.
      return sql<SqlBool>`not coalesce((${toCondition(filter.filter, places)}), false)`
    case 'values': {
      const rows = rowsAt(filter.path, places)
      if (!rows) throw unsupported(filter.path)
      return exists(rows, ofValue(filter.filter, rows))
    }
    default: {
      const rows = filter.path.name === '' ? undefined : rowsAt({ ...filter.path, sub: null }, places)
      if (!rows) return compare(columnAt(filter.path, places), filter)
      // Several values are present if there is any; some, such as addresses, have no part that stands for the whole.
      if (filter.kind === 'present' && filter.path.sub === null) return exists(rows, sql<SqlBool>`true`)
      const path = { schema: null, name: filter.path.sub ?? 'value', sub: null }
      const isOpposite = filter.kind === 'compare' && (filter.op === 'ne') !== (filter.value === null)
      // No value of several is equal, instead of: one of them is different.
      const asked = isOpposite
        ? ({ ...filter, path, op: (filter as Comparison).op === 'ne' ? 'eq' : 'ne' } as const)
        : { ...filter, path }
      const found = exists(rows, ofValue(asked as Filter, rows))
      return isOpposite ? sql<SqlBool>`not ${found}` : found
    }
  }
}

const exists = ({ source }: Rows, condition: RawBuilder<SqlBool>) =>
  sql<SqlBool>`exists (select from ${source} and ${condition})`

function ofValue(filter: Filter, rows: Rows): RawBuilder<SqlBool> {
  const columns = Object.fromEntries(Object.entries(rows.columns).map(([name, column]) => [name.toLowerCase(), column]))
  return toCondition(filter, { schema: null, columns, rows: {}, json: null })
}

const unsupported = ({ name, sub }: AttributePath) =>
  invalid(`Filtering and sorting by ${[name, sub].filter(Boolean).join('.').slice(0, 100)} is not supported.`)

/** The column of an attribute. Throws 400 for one that nobody has declared. */
export function columnAt(path: AttributePath, { schema, columns, json }: Places): Column {
  const declared = schema && attributesOf(path, schema)
  const name = path.name.toLowerCase()
  const full = path.sub === null ? name : `${name}.${path.sub.toLowerCase()}`
  if (!declared?.urn && Object.hasOwn(columns, full)) return columns[full]!
  if (!declared) throw unsupported(path)
  const attribute = findAttribute(declared.attributes, path.name)
  if (!attribute || attribute.multiValued || json === null) throw unsupported(path)
  const container = declared.urn ? sql`${json} -> ${declared.urn}::text` : json
  if (!attribute.subAttributes) return textIn(container, attribute)
  const sub = findAttribute(attribute.subAttributes, path.sub ?? 'value')
  if (sub) return textIn(sql`${container} -> ${attribute.name}::text`, sub)
  if (path.sub !== null) throw unsupported(path)
  return { value: sql`${container} -> ${attribute.name}::text`, kind: 'complex' }
}

const textIn = (container: RawBuilder<unknown>, { name, type, caseExact }: Attribute): Column => ({
  value: type === 'boolean' ? sql`(${container} ->> ${name}::text)::boolean` : sql`${container} ->> ${name}::text`,
  kind: type === 'boolean' || type === 'binary' ? type : caseExact ? 'exact' : 'text',
})

/** The rows of a multi-valued attribute; undefined for any other. */
export function rowsAt(path: AttributePath, { schema, rows, json }: Places): Rows | undefined {
  if (path.sub !== null || schema === null) return undefined
  const { urn, attributes } = attributesOf(path, schema)
  if (!urn && Object.hasOwn(rows, path.name.toLowerCase())) return rows[path.name.toLowerCase()]
  const attribute = findAttribute(attributes, path.name)
  if (!attribute?.multiValued || json === null) return undefined
  const list = sql`${json} -> ${attribute.name}::text`
  return {
    source: sql`jsonb_array_elements(case jsonb_typeof(${list}) when 'array' then ${list} end) as e (value) where true`,
    columns: Object.fromEntries((attribute.subAttributes ?? []).map((sub) => [sub.name, textIn(sql`e.value`, sub)])),
  }
}

function attributesOf(path: AttributePath, { core, extensions }: ResourceSchema) {
  const urn = path.schema?.toLowerCase()
  const isOwn =
    urn === undefined ? findAttribute([...core.attributes, ...COMMON], path.name) : urn === core.id.toLowerCase()
  if (isOwn) return { urn: null, attributes: core.attributes }
  // Some providers leave out the urn of an extension.
  const extension = extensions.find(({ id, attributes }) =>
    urn === undefined ? findAttribute(attributes, path.name) : id.toLowerCase() === urn,
  )
  if (!extension) throw unsupported(path)
  return { urn: extension.id, attributes: extension.attributes }
}

/** An attribute as it is compared and sorted by. */
export const comparable = ({ value, kind, key }: Column): RawBuilder<unknown> =>
  kind === 'text' ? (key ?? sql`lower(${value})`) : value

const SYMBOLS = { gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` } as const

function compare(column: Column, filter: Comparison | Extract<Filter, { kind: 'present' }>): RawBuilder<SqlBool> {
  const { value, kind } = column
  if (filter.kind === 'present') return sql<SqlBool>`${value} is not null`
  const { op, value: wanted } = filter
  if (wanted === null) return op === 'ne' ? sql<SqlBool>`${value} is not null` : sql<SqlBool>`${value} is null`
  const text = String(wanted)
  if (text.includes('\0') || !text.isWellFormed()) throw invalid('The filter cannot be read.')
  if (kind === 'complex') throw invalid('A value with several attributes is compared by one of them.')
  if (kind === 'boolean') {
    const yes = readBoolean(wanted)
    if (yes === null) throw invalid('A boolean is compared with true or false.')
    return equals(value, { op, wanted: sql`${yes}`, what: 'A boolean' })
  }
  if (kind === 'binary' && isOrdering(op)) throw invalid(`Binary values cannot be compared with ${op}.`)
  if (kind === 'id' && (op === 'eq' || op === 'ne'))
    // A text that is no id would be an error of PostgreSQL.
    return isUuid(text) ? equals(value, { op, wanted: sql`${text}::uuid`, what: 'An id' }) : sql.lit(op === 'ne')
  if (kind === 'time') return compareTime(value, op, text)
  const left = kind === 'id' ? sql`${value}::text` : comparable(column)
  const right =
    kind === 'text' ? (column.key ? sql`${keyOf(text)}::text` : sql`lower(${text}::text)`) : sql`${text}::text`
  if (op === 'eq' || op === 'ne') return equals(left, { op, wanted: right, what: 'A text' })
  if (op === 'co') return sql<SqlBool>`position(${right} in ${left}) > 0`
  if (op === 'sw') return sql<SqlBool>`starts_with(${left}, ${right})`
  if (op === 'ew') return sql<SqlBool>`right(${left}, length(${right})) = ${right}`
  return sql<SqlBool>`${left} ${SYMBOLS[op]} ${right}`
}

function compareTime(value: RawBuilder<unknown>, op: Comparison['op'], text: string): RawBuilder<SqlBool> {
  const time = parseDate(text)
  if (Number.isNaN(time)) throw invalid('This is not a time.')
  const wanted = sql`${new Date(time).toISOString()}::timestamptz`
  return op in SYMBOLS
    ? sql<SqlBool>`${value} ${SYMBOLS[op as keyof typeof SYMBOLS]} ${wanted}`
    : equals(value, { op, wanted, what: 'A time' })
}

interface Equality {
  readonly op: Comparison['op']
  readonly wanted: RawBuilder<unknown>
  /** What is compared, for the error. */
  readonly what: string
}

function equals(value: RawBuilder<unknown>, { op, wanted, what }: Equality): RawBuilder<SqlBool> {
  if (op === 'eq') return sql<SqlBool>`${value} = ${wanted}`
  if (op === 'ne') return sql<SqlBool>`${value} is distinct from ${wanted}`
  throw invalid(`${what} cannot be compared with ${op}.`)
}
