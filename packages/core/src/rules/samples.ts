import type { Literal } from './literals.ts'
import { Meter } from './meter.ts'
import { isNullish, toInstant, toNumber, toText } from './values.ts'

/** The declared type of a field. `any` also covers everything below the field, as do `object` and `array`. */
export type FieldType = 'text' | 'number' | 'boolean' | 'date' | 'array' | 'object' | 'any'

/** Sample values of one field. If `complete`, the literals are satisfiable together only if one of the samples satisfies them. */
export interface Samples {
  readonly values: readonly unknown[]
  readonly complete: boolean
}

/**
 * Values that represent all others, given what the literals compare with: each constant, something between and beyond the
 * constants, and a missing value. A field is assumed to hold values of its declared type, or otherwise of the types it is
 * compared with; a number column is not assumed to contain text.
 */
export function samplesFor(literals: readonly Literal[], declared?: FieldType): Samples {
  const pinned = literals.find(({ operator, holds }) => holds && (operator === '=' || operator === 'IN'))
  if (pinned) return { values: constantsOf(pinned).flatMap(variants), complete: true }
  const constants = literals.flatMap(constantsOf)
  const compared = new Set(constants.filter((constant) => !isNullish(constant)).map(typeOf))
  const types = declared && declared !== 'any' ? new Set([declared]) : compared
  const tried: FieldType[] = types.size > 0 ? [...types] : ['text', 'array']
  const values = [undefined, ...tried.flatMap((type) => sampleValues(type, constants)), ...texts(literals)]
  const searched = literals.some(({ operator }) => SEARCHES.has(operator))
  const ordered = literals.filter(({ operator }) => ORDERINGS.has(operator)).map(({ value }) => typeOf(value))
  const [type] = types
  const countable = ordered.every((order) => types.size === 1 && order === type && type !== 'text' && type !== 'array')
  return { values, complete: countable && !searched }
}

function constantsOf({ operator, value }: Literal): readonly unknown[] {
  if (operator === 'IS_EMPTY') return []
  return operator === 'IN' && Array.isArray(value) ? value : [value]
}

/** Equality with a number is numeric, so a constant also equals values that convert to it. */
function variants(constant: unknown): readonly unknown[] {
  const number = isNullish(constant) ? Number.NaN : toNumber(constant, UNLIMITED)
  if (Number.isNaN(number)) return [constant]
  const blanks = number === 0 ? ['', false] : []
  return [constant, number, String(number), ...blanks, ...(number === 1 ? [true] : [])]
}

function typeOf(constant: unknown): FieldType {
  if (typeof constant === 'number' || typeof constant === 'boolean') return typeof constant as 'number' | 'boolean'
  if (typeof constant === 'string') return Number.isNaN(toInstant(constant)) ? 'text' : 'date'
  return Array.isArray(constant) ? 'array' : 'text'
}

function sampleValues(type: FieldType, constants: readonly unknown[]): readonly unknown[] {
  switch (type) {
    case 'number':
      return around(
        constants.map((constant) => toNumber(constant, UNLIMITED)).filter((number) => Number.isFinite(number)),
        1,
      )
    case 'date': {
      const instants = constants.map(toInstant).filter((instant) => !Number.isNaN(instant))
      const dates = around(instants, DAY).map((instant) => new Date(instant).toISOString())
      return [...constants.filter((constant) => !Number.isNaN(toInstant(constant))), ...dates]
    }
    case 'boolean':
      return [true, false]
    case 'text':
      return ['', ...constants.filter((constant) => typeof constant === 'string'), fresh(constants)]
    default:
      return [[], {}, ['x'], constants, ...constants.map((constant) => [constant])]
  }
}

/** Each number, the midpoints between neighbors, and one step beyond both ends. */
function around(numbers: readonly number[], step: number): number[] {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b)
  if (sorted.length === 0) return [0]
  const middles = sorted.slice(1).map((number, index) => (number + sorted[index]!) / 2)
  return [...sorted, ...middles, sorted[0]! - step, sorted.at(-1)! + step]
}

/** Texts assembled from what the literals look for at the start, in the middle and at the end. */
function texts(literals: readonly Literal[]): readonly unknown[] {
  const wantedBy = (operator: string) =>
    literals
      .filter((literal) => literal.holds && literal.operator === operator)
      .map(({ value }) => toText(value, UNLIMITED))
  const longest = (parts: readonly string[]) => parts.toSorted((a, b) => b.length - a.length)[0] ?? ''
  const [start, end, inside] = [longest(wantedBy('STARTS_WITH')), longest(wantedBy('ENDS_WITH')), wantedBy('CONTAINS')]
  if (!literals.some(({ operator }) => SEARCHES.has(operator))) return []
  return [start, end, start + end, start + inside.join('') + end, [start, ...inside, end].join('~'), inside, fresh([])]
}

/** A text that neither equals nor contains any of the constants. */
function fresh(constants: readonly unknown[]): string {
  return '~'.repeat(1 + Math.max(0, ...constants.map((constant) => toText(constant, UNLIMITED).length)))
}

/** Stored conditions have their own limits. */
const UNLIMITED = new Meter(Infinity)

const DAY = 86_400_000
const ORDERINGS: ReadonlySet<string> = new Set(['>', '>=', '<', '<='])
const SEARCHES: ReadonlySet<string> = new Set(['CONTAINS', 'STARTS_WITH', 'ENDS_WITH', 'MATCHES'])
