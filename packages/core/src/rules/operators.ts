import type { Meter } from './meter.ts'
import { regexOf, toPattern } from './regex-cache.ts'
import { includesText } from './substring.ts'
import { isEmpty, isEqual, isNullish, order, toText } from './values.ts'

/** Evaluates one comparison of the contract. A pure function of its arguments. */
export type Operator = (left: unknown, right: unknown, meter: Meter) => boolean

/** The sixteen comparison operators, with the published semantics. */
export const OPERATORS = {
  '=': isEqual,
  '==': isEqual,
  '!=': (left, right, meter) => !isEqual(left, right, meter),
  '>': (left, right, meter) => order(left, right, meter) > 0,
  '>=': (left, right, meter) => order(left, right, meter) >= 0,
  '<': (left, right, meter) => order(left, right, meter) < 0,
  '<=': (left, right, meter) => order(left, right, meter) <= 0,
  IN: isMember,
  NOT_IN: (left, right, meter) => !isMember(left, right, meter),
  CONTAINS: containsValue,
  NOT_CONTAINS: (left, right, meter) => !containsValue(left, right, meter),
  STARTS_WITH: startsWith,
  ENDS_WITH: endsWith,
  MATCHES: matches,
  IS_EMPTY: (left, _right, meter) => isEmpty(left, meter),
  IS_NOT_EMPTY: (left, _right, meter) => !isEmpty(left, meter),
} as const satisfies Record<string, Operator>

export type OperatorName = keyof typeof OPERATORS

export function isOperatorName(name: unknown): name is OperatorName {
  return typeof name === 'string' && Object.hasOwn(OPERATORS, name)
}

function isMember(left: unknown, right: unknown, meter: Meter): boolean {
  if (!Array.isArray(right)) return false
  meter.charge(right.length)
  return right.some((item) => isEqual(left, item, meter))
}

function containsValue(left: unknown, right: unknown, meter: Meter): boolean {
  if (Array.isArray(left)) return isMember(right, left, meter)
  const text = left instanceof Date ? left.toJSON() : left
  if (typeof text !== 'string') return false
  const part = toText(right, meter)
  meter.charge(text.length + part.length)
  return includesText(text, part)
}

function startsWith(left: unknown, right: unknown, meter: Meter): boolean {
  if (isNullish(left) || isNullish(right)) return false
  const part = toText(right, meter)
  meter.charge(part.length)
  return toText(left, meter).startsWith(part)
}

function endsWith(left: unknown, right: unknown, meter: Meter): boolean {
  if (isNullish(left) || isNullish(right)) return false
  const part = toText(right, meter)
  meter.charge(part.length)
  return toText(left, meter).endsWith(part)
}

function matches(left: unknown, right: unknown, meter: Meter): boolean {
  if (isNullish(left) || isNullish(right)) return false
  const regex = regexOf(toPattern(toText(right, meter)))
  return regex !== undefined && regex.test(toText(left, meter), meter)
}
