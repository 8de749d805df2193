import { z } from 'zod'
import { describedAs } from '../define/described-as.ts'
import { tokenOf } from './interpolate.ts'
import { findSizeFault } from './json-limits.ts'
import { isOperatorName, OPERATORS, type OperatorName } from './operators.ts'
import { toPattern } from './regex-cache.ts'

/** A tree of comparisons. A node with an array `rules` is a group. */
export type Condition = Group | Comparison

export interface Group {
  readonly operator: LogicalOperator
  readonly rules: readonly Condition[]
}

/** Compares the value at `field` with `value`, or with the value at `valueField` when that is given. */
export interface Comparison {
  readonly field: string
  readonly operator: OperatorName
  readonly value: unknown
  readonly valueField?: string | null
}

export type LogicalOperator = (typeof LOGICAL_OPERATORS)[number]

export const LOGICAL_OPERATORS = ['AND', 'OR', 'NOT'] as const

/** Limits of a stored condition. `nesting` is the number of groups around a comparison. */
const CONDITION_LIMITS = { depth: 10, width: 50, path: 200, nesting: 5, comparisons: 1000 } as const

const FIELD = /^[A-Za-z_][\w.[\]]*$/

const RuleComparison = z
  .looseObject({
    field: z.string().max(CONDITION_LIMITS.path).regex(FIELD),
    operator: z.enum(Object.keys(OPERATORS) as OperatorName[]),
    value: z.unknown(),
    valueField: z.string().nullish(),
  })
  .meta({
    id: 'RuleComparison',
    description: 'Compares a field with `value`, or with the field named by `valueField`.',
  })

const RuleConditionGroup = z
  .looseObject({
    operator: z.enum(LOGICAL_OPERATORS),
    get rules(): z.ZodType<unknown> {
      return z.array(RuleCondition).min(1).max(CONDITION_LIMITS.width)
    },
  })
  .meta({ id: 'RuleConditionGroup', description: `Groups can be nested ${CONDITION_LIMITS.nesting} levels deep.` })

/** Describes a condition; `ConditionExpression` checks it. */
const RuleCondition: z.ZodType<unknown> = z.union([RuleComparison, RuleConditionGroup]).meta({ id: 'RuleCondition' })

/** A stored condition, as responses contain it. */
export const StoredCondition = describedAs(RuleCondition.nullable())

/**
 * Accepts a condition unchanged, including unknown keys. Any falsy value means "no condition" and becomes null. The issue reads
 * `Invalid condition expression: <detail>`.
 */
export const ConditionExpression = describedAs(RuleCondition.nullable())
  .superRefine((expression, issues) => {
    const fault = findConditionFault(expression)
    if (fault) issues.addIssue({ code: 'custom', message: `Invalid condition expression: ${fault}` })
  })
  .transform((expression) => (expression || null) as Condition | null)
  .meta({ description: 'A group of conditions or a comparison. Without a condition, the rule always applies.' })

/** Describes the faults of an expression, child by child, or returns `undefined`. */
export function findConditionFault(expression: unknown): string | undefined {
  if (!expression) return undefined
  const exceeded = exceededLimit(expression) ?? findSizeFault(expression)
  if (exceeded) return `${EXCEEDS}: ${exceeded}`
  const faults = faultsOf(expression, 0)
  return faults.length > 0 ? faults.join(', ') : undefined
}

/** True for any node with an array `rules`, whatever its other properties. */
export function isGroup(node: unknown): node is { readonly operator: unknown; readonly rules: readonly unknown[] } {
  return isRecord(node) && Array.isArray(node['rules'])
}

/** The path to compare with instead of `value`, if any. */
export function valueFieldOf(node: { readonly valueField?: unknown }): string | undefined {
  return typeof node.valueField === 'string' && node.valueField !== '' ? node.valueField : undefined
}

/**
 * Returns the limit that an expression exceeds (decision: Limits of conditions). Iterative, so that deep nesting cannot overflow
 * the stack.
 */
function exceededLimit(expression: unknown): string | undefined {
  const { depth: levels, width, path, comparisons: most } = CONDITION_LIMITS
  let comparisons = 0
  const pending = [{ node: expression, depth: 0 }]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, depth } = next
    if (depth > levels) return `more than ${levels} levels`
    if (isGroup(node)) {
      if (node.rules.length > width) return `more than ${width} rules in a group`
      for (const rule of node.rules) pending.push({ node: rule, depth: depth + 1 })
      continue
    }
    if (++comparisons > most) return `more than ${most} comparisons`
    if (isRecord(node) && typeof node['field'] === 'string' && node['field'].length > path)
      return `more than ${path} characters in a field`
  }
  return undefined
}

function faultsOf(node: unknown, depth: number): string[] {
  if (depth > CONDITION_LIMITS.nesting) return [`Nested deeper than ${CONDITION_LIMITS.nesting} groups`]
  if (!isGroup(node)) return comparisonFaults(node)
  const faults: string[] = []
  if (!LOGICAL_OPERATORS.some((operator) => operator === node.operator))
    faults.push(`Operator of a group must be one of ${LOGICAL_OPERATORS.join(', ')}`)
  if (node.rules.length === 0) faults.push('A group needs at least one rule')
  const inner = node.rules.flatMap((rule, index) =>
    faultsOf(rule, depth + 1).map((fault) => `Rule ${index + 1}: ${fault}`),
  )
  return [...faults, ...inner]
}

function comparisonFaults(node: unknown): string[] {
  if (!isRecord(node) || !['field', 'operator', 'value'].every((key) => Object.hasOwn(node, key)))
    return ['Structure must be a group {operator, rules} or a comparison {field, operator, value}']
  const faults: string[] = []
  if (typeof node['field'] !== 'string' || !FIELD.test(node['field']))
    faults.push('Field must begin with a letter or _ and hold only letters, digits and _ . [ ]')
  if (!isOperatorName(node['operator'])) faults.push(`Operator must be one of ${Object.keys(OPERATORS).join(', ')}`)
  const { value, operator } = node
  if (operator === 'MATCHES' && typeof value === 'string' && !valueFieldOf(node) && !tokenOf(value)) {
    // Reject a pattern that would only turn out to be unsupported at run time (decision: Rules that could never run).
    const pattern = toPattern(value)
    if (pattern.kind === 'unsupported') faults.push(`MATCHES cannot search this pattern: ${pattern.reason}`)
  }
  if (node['valueField'] && typeof node['valueField'] !== 'string') faults.push('Value field must be text')
  return faults
}

function isRecord(node: unknown): node is Readonly<Record<string, unknown>> {
  return typeof node === 'object' && node !== null
}

const EXCEEDS = 'Condition expression exceeds safety limits'
