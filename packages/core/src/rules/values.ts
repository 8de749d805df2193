import { parseDate } from '../parse-date.ts'
import type { Meter } from './meter.ts'

/** Null or missing, which the contract does not distinguish. */
export function isNullish(value: unknown): value is null | undefined {
  return value === null || value === undefined
}

/** The contract's `text(x)`: conversion to text as in JavaScript, without calling methods that the data may have overridden. */
export function toText(value: unknown, meter: Meter, depth = 0): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) {
    meter.charge(depth > MAX_DEPTH ? Infinity : value.length)
    return value.map((item: unknown) => (isNullish(item) ? '' : toText(item, meter, depth + 1))).join(',')
  }
  if (value instanceof Date) return value.toJSON() ?? 'null'
  return typeof value === 'object' && value !== null ? '[object Object]' : String(value)
}

/** The contract's `num(x)`: `NaN` if the value is not a number; blank text and `[]` are 0, `true` is 1. */
export function toNumber(value: unknown, meter: Meter): number {
  if (typeof value === 'number') return value
  if (typeof value === 'string') {
    meter.charge(value.length)
    return Number(value)
  }
  if (Array.isArray(value)) return value.length > 1 ? Number.NaN : Number(toText(value, meter))
  return typeof value === 'object' && value !== null ? Number.NaN : Number(value)
}

/**
 * Equality as defined by the contract: if either side is a number, both are compared as numbers; arrays and objects are never
 * equal.
 */
export function isEqual(left: unknown, right: unknown, meter: Meter): boolean {
  if (isNullish(left) || isNullish(right)) return isNullish(left) && isNullish(right)
  if (typeof left === 'number' || typeof right === 'number') return toNumber(left, meter) === toNumber(right, meter)
  if (typeof left === 'string' && typeof right === 'string') {
    meter.charge(Math.min(left.length, right.length))
    return left === right
  }
  if (left instanceof Date || right instanceof Date)
    return isScalar(left) && isScalar(right) && toText(left, meter) === toText(right, meter)
  return typeof left !== 'object' && left === right
}

/** Order as defined by the contract: negative, zero, positive, or `NaN` if the difference has no sign. */
export function order(left: unknown, right: unknown, meter: Meter): number {
  if (isNullish(left)) return isNullish(right) ? 0 : -1
  if (isNullish(right)) return 1
  if (typeof left === 'number' && typeof right === 'number') return left - right
  const instants = toInstant(left) - toInstant(right)
  if (!Number.isNaN(instants)) return instants
  const [leftNumber, rightNumber] = [toNumber(left, meter), toNumber(right, meter)]
  if (!Number.isNaN(leftNumber) && !Number.isNaN(rightNumber)) return leftNumber - rightNumber
  const [leftText, rightText] = [toText(left, meter), toText(right, meter)]
  meter.charge(COLLATION_COST * Math.min(leftText.length, rightText.length))
  return COLLATOR.compare(leftText, rightText)
}

/** Milliseconds since the epoch of a `Date`, or of a text that begins like an ISO date; otherwise `NaN`. */
export function toInstant(value: unknown): number {
  if (value instanceof Date) return value.getTime()
  return typeof value === 'string' && value.length <= MAX_DATE_LENGTH && DATE.test(value)
    ? parseDate(value)
    : Number.NaN
}

/** True for nullish values, blank text, `[]` and `{}`; never for numbers and booleans. */
export function isEmpty(value: unknown, meter: Meter): boolean {
  if (isNullish(value)) return true
  if (typeof value === 'string') {
    meter.charge(value.length)
    return value.trim() === ''
  }
  if (typeof value !== 'object' || value instanceof Date) return false
  return Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value instanceof Date
}

const MAX_DEPTH = 50
const MAX_DATE_LENGTH = 100
const COLLATION_COST = 10
const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2})?/
// 'en' sorts by the ICU root collation, regardless of the locale of the process.
const COLLATOR = new Intl.Collator('en')
