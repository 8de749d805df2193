import { Meter, Regex, UnsupportedPattern } from '@plinth/core/rules'
import { z } from 'zod'

const message = z.string().min(1).max(500)
const NumberParam = z.number()

/** A pattern that is searched in linear time; patterns that cannot be are rejected when they are written (decision 51). */
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

/** Whether a value is empty: null, blank text, or an empty list. */
export const isBlank = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** Compiles rules once for all values. The result is the message of the first rule that fails, or undefined. */
export function compileRules(rules: readonly FieldRule[]): (value: unknown) => string | undefined {
  const checks = rules.map((rule) => ({ message: rule.message, passes: toCheck(rule) }))
  return (value) => {
    for (const { message, passes } of checks) if (!passes(value)) return message
    return undefined
  }
}

/** A list passes if each of its elements does; `required` applies to the whole list. */
function toCheck(rule: FieldRule): (value: unknown) => boolean {
  if (rule.rule === 'required') return (value) => !isBlank(value)
  const check = elementCheck(rule)
  const one = (value: unknown) => isBlank(value) || check(value)
  return (value) => (Array.isArray(value) ? value.every(one) : one(value))
}

function elementCheck(rule: Exclude<FieldRule, { rule: 'required' }>): (value: unknown) => boolean {
  switch (rule.rule) {
    case 'date':
      return (value) => !Number.isNaN(Date.parse(String(value)))
    case 'integer':
      return (value) => Number.isInteger(Number(value))
    case 'float':
      return (value) => Number.isFinite(Number(value))
    case 'lt':
      return (value) => Number(value) < rule.param
    case 'lte':
      return (value) => Number(value) <= rule.param
    case 'gt':
      return (value) => Number(value) > rule.param
    case 'gte':
      return (value) => Number(value) >= rule.param
    case 'eq':
      return (value) => isSame(value, rule.param)
    case 'ne':
      return (value) => !isSame(value, rule.param)
    case 'regex': {
      const regex = toRegex(rule.param)
      return (value) => {
        try {
          return regex.test(String(value), new Meter(MAX_STEPS))
        } catch {
          // The budget is exceeded, which no pattern needs even for a text of the maximum length.
          return false
        }
      }
    }
  }
}

/** Maximum steps of one search: enough for a text of the maximum length, with room for new transitions. */
const MAX_STEPS = 5_000_000

const isSame = (one: unknown, other: unknown) =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other))
