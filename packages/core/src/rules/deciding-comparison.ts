import { badInput } from '../errors.ts'
import { currencyFault } from './amounts.ts'
import { isGroup, valueFieldOf } from './conditions.ts'
import type { RuleRun } from './facts.ts'
import { readToken, tokenOf } from './interpolate.ts'
import type { Meter } from './meter.ts'
import { isOperatorName, OPERATORS, type OperatorName } from './operators.ts'
import { parsePath, type Path, readKey } from './paths.ts'
import { toPattern } from './regex-cache.ts'
import { isNullish, toInstant, toNumber, toText } from './values.ts'

/**
 * A comparison as rules that decide about a write understand it (decision: Guards). The published operators give every pair of
 * values a verdict: a missing total is at most 7,000. Such a verdict must not let a write through.
 */
export interface DecidedComparison {
  readonly operator: OperatorName
  readonly left: unknown
  readonly right: unknown
  /** Whether the rule states the right side, instead of reading it from the data or the context. */
  readonly isConstant: boolean
}

/** What is wrong with one side of a comparison, as the end of a sentence about it: `is missing`. */
interface Fault {
  readonly side: 'left' | 'right'
  readonly what: string
}

/** Why a comparison has no answer; undefined if it has one, which is then that of the published operator. */
export function faultOf(compared: DecidedComparison, meter: Meter): Fault | undefined {
  const { operator, left, right, isConstant } = compared
  if (operator === 'IS_EMPTY' || operator === 'IS_NOT_EMPTY') return undefined
  // What a rule compares with nothing on purpose, it asks for emptiness.
  if (isConstant && asksForNothing(operator, right)) return undefined
  if (left === undefined) return { side: 'left', what: MISSING }
  if (right === undefined && !isConstant) return { side: 'right', what: MISSING }
  return FAULTS[operator](compared, meter)
}

type FindFault = (compared: DecidedComparison, meter: Meter) => Fault | undefined

function orderFault({ left, right }: DecidedComparison, meter: Meter): Fault | undefined {
  if (typeof left === 'number' && typeof right === 'number') return undefined
  const nothing = nothingIn(left, right) ?? notScalarIn(left, right)
  if (nothing) return nothing
  if (typeof left === 'boolean' || typeof right === 'boolean')
    return typeof left === typeof right ? undefined : mismatch(left, right)
  if (!Number.isNaN(toInstant(left) - toInstant(right))) return undefined
  if (typeof left === 'string' && typeof right === 'string') return notationFault(left, right, meter)
  return isNumeric(left, meter) && isNumeric(right, meter) ? undefined : mismatch(left, right)
}

function equalityFault({ left, right }: DecidedComparison, meter: Meter): Fault | undefined {
  if (isNullish(left) || isNullish(right)) return undefined
  const fault = notScalarIn(left, right)
  if (fault) return fault
  if (typeof left === 'string' && typeof right === 'string' && left !== right) return dateFault(left, right)
  return isComparable(left, right, meter) ? undefined : mismatch(left, right)
}

/** Texts have an order of their own, in which a date and what is no date, or `18000.00` and `7,000`, stand anywhere. */
function notationFault(left: string, right: string, meter: Meter): Fault | undefined {
  const [isLeftDate, isRightDate] = [isDate(left), isDate(right)]
  if (isLeftDate !== isRightDate)
    return YEAR_OR_MONTH.test(isLeftDate ? right : left) ? undefined : mixed(isLeftDate, 'a date')
  const [isLeftNumber, isRightNumber] = [isNumeric(left, meter), isNumeric(right, meter)]
  if (isLeftNumber === isRightNumber || !isWritten(isLeftNumber ? right : left, WRITTEN_NUMBER)) return undefined
  return mixed(isLeftNumber, 'a number')
}

/** A date is neither equal to the same date as somebody else writes it, nor different from it. */
function dateFault(left: string, right: string): Fault | undefined {
  const isLeftDate = isDate(left)
  const other = isLeftDate ? right : left
  return isLeftDate !== isDate(right) && isWritten(other, WRITTEN_DATE) ? mixed(isLeftDate, 'a date') : undefined
}

const mixed = (isLeft: boolean, kind: string): Fault => ({
  side: 'left',
  what: isLeft ? `is ${kind} and cannot be compared with a text` : `is a text and cannot be compared with ${kind}`,
})

const isDate = (text: string): boolean => !Number.isNaN(toInstant(text))

const isWritten = (text: string, notation: RegExp): boolean => text.length <= MAX_NOTATION && notation.test(text.trim())

/** Whether a text is a date, or looks like one, so that comparing it with another text may have no answer. */
export const mayBeDate = (text: unknown): boolean =>
  typeof text === 'string' && (isDate(text) || isWritten(text, WRITTEN_DATE))

/** Longest text that may be a number or a date in a notation that rules do not know. */
const MAX_NOTATION = 50
/** A number as people write it: `7,000`, `7.000,50`, `7 000 €`. */
const WRITTEN_NUMBER = /^[+-]?\s?\p{Sc}?\s?\d{1,15}([.,'’\s]\d{3}){0,5}([.,]\d+)?\s?(\p{Sc}|%|[a-z]{3})?$/iu
/** The beginning of a date, which has the same order as a text. */
const YEAR_OR_MONTH = /^\d{4}(-\d{2})?$/
/** A date as people write it: `31.12.2026`, `12/31/26`; or one that does not exist: `2026-02-30`. */
const WRITTEN_DATE = /^(\d{1,2}[./-]\s?\d{1,2}[./-]\s?(\d{2}){1,2}|\d{4}[./-]\d{1,2}[./-]\d{1,2}([T\s][\d:.,+-]+z?)?)$/i

function membershipFault({ left, right, operator }: DecidedComparison, meter: Meter): Fault | undefined {
  if (!Array.isArray(right)) return { side: 'right', what: 'is not a list' }
  if (isNullish(left) || right.length === 0) return undefined
  if (!isScalar(left)) return { side: 'left', what: `is ${kindOf(left)}` }
  if (OPERATORS[operator](left, right, meter) === (operator === 'IN')) return undefined
  const unread = right.find(
    (item: unknown) => typeof left === 'string' && typeof item === 'string' && dateFault(left, item),
  )
  if (unread !== undefined) return dateFault(left as string, unread as string)
  const isAnyComparable = right.some((item: unknown) => isScalar(item) && isComparable(left, item, meter))
  return isAnyComparable ? undefined : mismatch(left, right[0])
}

function partFault({ left, right }: DecidedComparison): Fault | undefined {
  if (isNullish(left)) return undefined
  const isHolder = typeof left === 'string' || left instanceof Date || Array.isArray(left)
  if (!isHolder) return { side: 'left', what: `is ${kindOf(left)}, not a text or a list` }
  return isNullish(right) ? { side: 'right', what: EMPTY } : undefined
}

function textFault({ left, right }: DecidedComparison): Fault | undefined {
  if (isNullish(right)) return { side: 'right', what: EMPTY }
  return isNullish(left) ? undefined : notScalarIn(left, right)
}

function patternFault(compared: DecidedComparison, meter: Meter): Fault | undefined {
  const fault = textFault(compared)
  if (fault) return fault
  return toPattern(toText(compared.right, meter)).kind === 'never'
    ? { side: 'right', what: 'is not a pattern that can be searched' }
    : undefined
}

const FAULTS: Readonly<Record<OperatorName, FindFault>> = {
  '=': equalityFault,
  '==': equalityFault,
  '!=': equalityFault,
  '>': orderFault,
  '>=': orderFault,
  '<': orderFault,
  '<=': orderFault,
  IN: membershipFault,
  NOT_IN: membershipFault,
  CONTAINS: partFault,
  NOT_CONTAINS: partFault,
  STARTS_WITH: textFault,
  ENDS_WITH: textFault,
  MATCHES: patternFault,
  IS_EMPTY: () => undefined,
  IS_NOT_EMPTY: () => undefined,
}

/** Whether the constant itself is at fault, so that no data can answer the comparison. */
export const isFaultyConstant = (operator: OperatorName, value: unknown): boolean =>
  ((operator === 'IN' || operator === 'NOT_IN') && !Array.isArray(value)) ||
  ((operator === 'STARTS_WITH' || operator === 'ENDS_WITH' || operator === 'MATCHES') && isNullish(value)) ||
  (operator === 'MATCHES' && typeof value === 'string' && toPattern(value).kind === 'never')

function asksForNothing(operator: OperatorName, right: unknown): boolean {
  if (operator === '=' || operator === '==' || operator === '!=') return isNullish(right)
  return (operator === 'IN' || operator === 'NOT_IN') && Array.isArray(right) && right.some(isNullish)
}

/** The verdict of a condition, or why it has none. */
export type Decided = boolean | { readonly why: string }

/**
 * Decides a condition in three values: a comparison without an answer leaves its group without one unless the others settle it.
 * So the order of the comparisons does not matter, nor whether they are negated.
 */
export function decideCondition(expression: unknown, run: RuleRun): Decided {
  if (!expression) return true
  return isGroup(expression) ? decideGroup(expression, run) : decideComparison(expression, run)
}

function decideGroup(
  { operator, rules }: { readonly operator: unknown; readonly rules: readonly unknown[] },
  run: RuleRun,
): Decided {
  if (rules.length === 0) return true
  if (operator !== 'AND' && operator !== 'OR' && operator !== 'NOT')
    throw badInput(`Unknown logical operator: ${String(operator)}`)
  const settling = operator === 'OR'
  let answer: Decided = !settling
  for (const rule of rules) {
    const decided = decideCondition(rule, run)
    if (decided === settling) {
      answer = settling
      break
    }
    if (typeof decided !== 'boolean' && typeof answer === 'boolean') answer = decided
  }
  return operator === 'NOT' && typeof answer === 'boolean' ? !answer : answer
}

function decideComparison(node: unknown, run: RuleRun): Decided {
  const why = whyUndecided(node, run)
  if (why !== undefined) return { why }
  const { field, operator, value } = node as { field: unknown; operator: OperatorName; value: unknown }
  const right = sideOf({ value, valueField: valueFieldOf(node as object) }, run)
  return OPERATORS[operator](readOrNull(run.data, parsePath(String(field))), right.value, run.meter)
}

/** Why a comparison has no answer, as a sentence that names the field; undefined if it has one. */
export function whyUndecided(node: unknown, run: RuleRun): string | undefined {
  if (typeof node !== 'object' || node === null) throw badInput('A condition must be a group or a comparison')
  const { field, operator, value } = node as Readonly<Record<string, unknown>>
  if (!isOperatorName(operator)) throw badInput(`Unknown operator: ${String(operator)}`)
  run.meter.charge(1)
  const left = readOrNull(run.data, parsePath(String(field)))
  const valueField = valueFieldOf(node)
  const mixed = valueField === undefined ? undefined : currencyFault(run, String(field), valueField)
  if (mixed !== undefined) return mixed
  const right = sideOf({ value, valueField }, run)
  const fault = faultOf({ operator, left, right: right.value, isConstant: right.name === undefined }, run.meter)
  if (!fault) return undefined
  return `${fault.side === 'left' ? String(field) : (right.name ?? 'The value to compare with')} ${fault.what}`
}

interface Side {
  readonly value: unknown
  /** Undefined for a constant. */
  readonly name: string | undefined
}

function sideOf({ value, valueField }: { value: unknown; valueField: string | undefined }, run: RuleRun): Side {
  if (valueField !== undefined) return { value: readOrNull(run.data, parsePath(valueField)), name: valueField }
  const token = tokenOf(value)
  return token ? { value: readToken(token, run.context), name: String(value) } : { value, name: undefined }
}

/** Like `readPath`, except that what lies beyond null is null: a row that is new has no former values, which are not missing. */
function readOrNull(root: unknown, path: Path): unknown {
  let value = root
  for (const key of path) {
    if (value === null) return null
    value = readKey(value, key)
  }
  return value
}

function nothingIn(left: unknown, right: unknown): Fault | undefined {
  if (isNullish(left)) return { side: 'left', what: EMPTY }
  return isNullish(right) ? { side: 'right', what: EMPTY } : undefined
}

function notScalarIn(left: unknown, right: unknown): Fault | undefined {
  if (!isScalar(left)) return { side: 'left', what: `is ${kindOf(left)}` }
  return isScalar(right) ? undefined : { side: 'right', what: `is ${kindOf(right)}` }
}

const mismatch = (left: unknown, right: unknown): Fault => ({
  side: 'left',
  what: `is ${kindOf(left)} and cannot be compared with ${kindOf(right)}`,
})

/** Whether two scalars are of types that can be equal. */
function isComparable(left: unknown, right: unknown, meter: Meter): boolean {
  if (typeof left === typeof right) return true
  if (left instanceof Date || right instanceof Date) return typeof left !== 'number' && typeof right !== 'number'
  if (typeof left === 'number' || typeof right === 'number')
    return !Number.isNaN(toNumber(left, meter)) && !Number.isNaN(toNumber(right, meter))
  return isNullish(left) || isNullish(right)
}

/** A number, or a text that is one: decimals are texts. */
const isNumeric = (value: unknown, meter: Meter): boolean =>
  typeof value === 'number' ||
  (typeof value === 'string' && value.trim() !== '' && !Number.isNaN(toNumber(value, meter)))

const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null || value instanceof Date

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (value instanceof Date) return 'a date'
  return KINDS[typeof value] ?? 'an object'
}

const KINDS: Readonly<Record<string, string>> = { string: 'a text', number: 'a number', boolean: 'true or false' }
const MISSING = 'is missing'
const EMPTY = 'has no value'
