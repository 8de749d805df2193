import { sql } from '@plinth/core'
import type { RawBuilder, SqlBool } from '@plinth/core/data'
import { type Compare, type Filter, parse } from 'scim2-parse-filter'
import { scimError } from './errors.ts'

/** Longer filters are rejected, because they could only be meant to waste time. */
const MAX_LENGTH = 2_000
const MAX_TERMS = 50
const MAX_DEPTH = 10

type Kind = 'text' | 'exact' | 'boolean' | 'time'

/** What a resource can be filtered and sorted by. */
interface Attribute {
  /** The expression, in SQL. */
  readonly value: RawBuilder<unknown>
  /** How it is compared; texts without regard to case. */
  readonly kind: Kind
  /** A column with the text as converted by `keyOf`; an index begins with it. */
  readonly key?: RawBuilder<unknown>
}

export type Attributes = Readonly<Record<string, Attribute>>

/** Converts a text so that it matches texts that differ only in case. */
export const keyOf = (text: string) => text.toLowerCase()

/** An attribute as it is compared and sorted by. */
export const comparable = ({ value, kind, key }: Attribute): RawBuilder<unknown> =>
  kind === 'text' ? (key ?? sql`lower(${value})`) : value

const invalid = (detail: string) => scimError('bad_input', detail, 'invalidFilter')

/** A filter of RFC 7644 as a condition. Values are parameters, and only listed attributes can be named. Throws 400 for any other. */
export function toCondition(filter: string, attributes: Attributes): RawBuilder<SqlBool> {
  if (filter.length > MAX_LENGTH) throw invalid(`A filter has at most ${MAX_LENGTH} characters.`)
  let parsed: Filter
  try {
    parsed = parse(filter)
  } catch {
    throw invalid('The filter cannot be read.')
  }
  const budget = { terms: 0 }
  return condition(parsed, { attributes, budget, depth: 0, prefix: '' })
}

interface Walk {
  readonly attributes: Attributes
  readonly budget: { terms: number }
  readonly depth: number
  /** The path of the value filter that this is in, such as `emails.`. */
  readonly prefix: string
}

function condition(filter: Filter, walk: Walk): RawBuilder<SqlBool> {
  const { depth, prefix } = walk
  if (depth > MAX_DEPTH) throw invalid(`A filter nests at most ${MAX_DEPTH} levels.`)
  const deeper = { ...walk, depth: depth + 1 }
  if (filter.op === 'and' || filter.op === 'or') {
    const parts = (filter as Extract<Filter, { filters: Filter[] }>).filters.map((one) => condition(one, deeper))
    return sql<SqlBool>`(${sql.join(parts, filter.op === 'and' ? sql` and ` : sql` or `)})`
  }
  if (filter.op === 'not') return sql<SqlBool>`not (${condition((filter as { filter: Filter }).filter, deeper)})`
  if (filter.op === '[]') {
    const { attrPath, valFilter } = filter as Extract<Filter, { valFilter: Filter }>
    return condition(valFilter, { ...deeper, prefix: `${prefix}${attrPath}.` })
  }
  if (++walk.budget.terms > MAX_TERMS) throw invalid(`A filter has at most ${MAX_TERMS} comparisons.`)
  const { attrPath } = filter as { attrPath: string }
  const attribute = attributeOf(`${prefix}${attrPath}`, walk.attributes)
  if (filter.op === 'pr') return sql<SqlBool>`${attribute.value} is not null`
  return compare(attribute, filter as Compare)
}

function attributeOf(path: string, attributes: Attributes) {
  // With or without the schema's urn, and in any case (RFC 7643, section 2.1).
  const name = path.replace(/^urn:[^ ]*:(?=[^:]*$)/i, '').toLowerCase()
  const found = Object.entries(attributes).find(([known]) => known.toLowerCase() === name)?.[1]
  if (!found) throw invalid(`Filtering by ${path.slice(0, 100)} is not supported.`)
  return found
}

const SYMBOLS = { gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` } as const

function compare(attribute: Attribute, { op, compValue }: Compare): RawBuilder<SqlBool> {
  const { value, kind } = attribute
  if (compValue === null) return op === 'ne' ? sql<SqlBool>`${value} is not null` : sql<SqlBool>`${value} is null`
  if (kind === 'boolean') {
    const wanted = compValue === true || compValue === 'true' || compValue === 'True'
    if (op === 'eq') return sql<SqlBool>`${value} = ${wanted}`
    if (op === 'ne') return sql<SqlBool>`${value} <> ${wanted}`
    throw invalid(`A boolean cannot be compared with ${op}.`)
  }
  const text = String(compValue)
  if (text.includes('\0')) throw invalid('The filter cannot be read.')
  if (kind === 'time') {
    const time = Date.parse(text)
    if (Number.isNaN(time)) throw invalid('This is not a time.')
    const at = sql`${new Date(time).toISOString()}::timestamptz`
    if (op === 'eq') return sql<SqlBool>`${value} = ${at}`
    if (op === 'ne') return sql<SqlBool>`${value} <> ${at}`
    if (op in SYMBOLS) return sql<SqlBool>`${value} ${SYMBOLS[op as keyof typeof SYMBOLS]} ${at}`
    throw invalid(`A time cannot be compared with ${op}.`)
  }
  const left = comparable(attribute)
  const right = kind === 'text' ? keyOf(text) : text
  if (op === 'eq') return sql<SqlBool>`${left} = ${right}`
  if (op === 'ne') return sql<SqlBool>`${left} is distinct from ${right}`
  if (op === 'co') return sql<SqlBool>`position(${right} in ${left}) > 0`
  if (op === 'sw') return sql<SqlBool>`starts_with(${left}, ${right})`
  if (op === 'ew') return sql<SqlBool>`right(${left}, length(${right})) = ${right}`
  return sql<SqlBool>`${left} ${SYMBOLS[op]} ${right}`
}
