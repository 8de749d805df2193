import { parseDate, refused } from '@plinth/core'
import { findRegex, type Meter, Regex, UnsupportedPattern } from '@plinth/core/rules'
import { z } from 'zod'

const message = z.string().min(1).max(500)
const NumberParam = z.number()

/**
 * A pattern that is searched in linear time; patterns that cannot be are rejected when they are written (decision: Rules that
 * could never run).
 */
const Pattern = z
  .string()
  .min(1)
  .max(500)
  .superRefine((source, { addIssue }) => {
    try {
      toRegex(source)
    } catch (error) {
      const why = error instanceof UnsupportedPattern ? error.message : 'not a regular expression'
      addIssue({ code: 'custom', message: `Invalid pattern: ${why}` })
    }
  })

const toRegex = (source: string) => new Regex(source)

const plain = <const R extends string>(rule: R) => z.object({ rule: z.literal(rule), message })
const withNumber = <const R extends string>(rule: R) => z.object({ rule: z.literal(rule), message, param: NumberParam })

/** The rules of a field, in the order in which they are checked. */
export const RuleList = z
  .array(
    z.discriminatedUnion('rule', [
      plain('required'),
      plain('date'),
      plain('integer'),
      plain('float'),
      withNumber('lt'),
      withNumber('lte'),
      withNumber('gt'),
      withNumber('gte'),
      z.object({ rule: z.literal('eq'), message, param: z.json() }),
      z.object({ rule: z.literal('ne'), message, param: z.json() }),
      z.object({ rule: z.literal('regex'), message, param: Pattern }),
    ]),
  )
  .max(32)
export type FieldRule = z.output<typeof RuleList>[number]

/** Maximum number of characters of all patterns in one request: each is compiled to see whether it can be searched. */
const MOST_PATTERNS = 50_000

/** Adds an issue, so that nothing is compiled, if the patterns of the definitions that a client sends are too long together. */
export function limitPatterns(sent: unknown, { addIssue }: Pick<z.RefinementCtx, 'addIssue'>): unknown {
  let length = 0
  for (const definition of listOf(sent))
    for (const rule of listOf(memberOf(memberOf(definition, 'configJson'), 'validation'))) {
      const param = memberOf(rule, 'param')
      if (memberOf(rule, 'rule') === 'regex' && typeof param === 'string') length += param.length
    }
  if (length <= MOST_PATTERNS) return sent
  addIssue({
    code: 'custom',
    message: `The patterns of all fields together can have at most ${MOST_PATTERNS} characters`,
  })
  return z.NEVER
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const memberOf = (value: unknown, name: 'configJson' | 'validation' | 'rule' | 'param'): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[name] : undefined

/** Whether a value is empty: null, blank text, or an empty list. */
export const isBlank = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/**
 * Checks a value against rules, in steps between which it can pause. The result is the message of the first rule that fails, or
 * undefined. Throws `refused` when the budget is spent.
 */
export function* checkRules(
  rules: readonly FieldRule[],
  value: unknown,
  meter: Meter,
): Generator<void, string | undefined> {
  for (const rule of rules) {
    if (rule.rule === 'required') {
      if (isBlank(value)) return rule.message
      continue
    }
    if (rule.rule === 'regex') meter.charge(PATTERN_COST * rule.param.length)
    // A list passes if each of its elements does.
    for (const element of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
      if (isBlank(element)) continue
      if (!meter.next()) throw refused('The validation rules take too many steps to check these values')
      meter.charge(RULE_COST + (typeof element === 'string' ? element.length : 0))
      if (!passes(rule, element, meter)) return rule.message
      yield
    }
  }
  return undefined
}

/** In steps: for compiling a pattern, per character, and for a rule, besides the characters of the value. */
const PATTERN_COST = 50
const RULE_COST = 20

function passes(rule: Exclude<FieldRule, { rule: 'required' }>, value: unknown, meter: Meter): boolean {
  switch (rule.rule) {
    case 'date':
      return !Number.isNaN(parseDate(String(value)))
    case 'integer':
      return Number.isInteger(Number(value))
    case 'float':
      return Number.isFinite(Number(value))
    case 'lt':
      return Number(value) < rule.param
    case 'lte':
      return Number(value) <= rule.param
    case 'gt':
      return Number(value) > rule.param
    case 'gte':
      return Number(value) >= rule.param
    case 'eq':
      return isSame(value, rule.param)
    case 'ne':
      return !isSame(value, rule.param)
    case 'regex':
      return findRegex(rule.param).test(String(value), meter)
  }
}

const isSame = (one: unknown, other: unknown) =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other))
