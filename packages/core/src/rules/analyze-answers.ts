import { isGroup, valueFieldOf } from './conditions.ts'
import type { Finding } from './findings.ts'
import { tokenOf } from './interpolate.ts'
import { Meter } from './meter.ts'
import { isOperatorName, type OperatorName } from './operators.ts'
import { parsePath } from './paths.ts'
import { isDeciding, type Rule } from './rule.ts'
import type { FieldType } from './samples.ts'
import type { FieldTypes } from './satisfiability.ts'
import { faultOf } from './deciding-comparison.ts'

/** What is known of the fields of an entity. */
export interface KnownFields {
  readonly types: FieldTypes
  /** The fields that may have no value. */
  readonly nullable: ReadonlySet<string>
  /** The only values of enumerations. */
  readonly values: ReadonlyMap<string, readonly (string | number)[]>
}

/**
 * The comparisons of a rule that can reject a write which may have no answer, so that the rule rejects whatever is written
 * (decision: Guards): an order of a value that there may not be, and values of different types.
 */
export function findUnanswered(rule: Rule, { types, nullable }: KnownFields): Finding[] {
  if (!isDeciding(rule)) return []
  const leaves = [...leavesOf(rule.conditionExpression, '')]
  const asked = new Set(leaves.filter(({ node }) => asksForEmptiness(node)).map(({ node }) => node.field))
  const isNew = rule.eventType === 'beforeCreate' || rule.eventType === 'beforeSave'
  const mayLack = (field: string) =>
    !asked.has(field) && (nullable.has(field) || (isNew && parsePath(field)[0] === 'before'))
  return leaves.flatMap(({ node, path }): Finding[] => {
    const { field, operator } = node
    const found = { rules: [rule.ruleId], ...(path !== '' && { path }) }
    const why = typeFault(node, types[normal(field)])
    if (why !== undefined) return [{ code: 'wrong-type', ...found, message: `${field} ${why}, so the rule rejects` }]
    const lacking = [field, valueFieldOf(node)].find((name) => name !== undefined && mayLack(normal(name)))
    if (!ORDERING.has(operator) || lacking === undefined) return []
    return [{ code: 'may-be-missing', ...found, message: `${lacking} may have no value, and then the rule rejects` }]
  })
}

interface Leaf {
  readonly field: string
  readonly operator: OperatorName
  readonly value?: unknown
  readonly valueField?: unknown
}

export function* leavesOf(node: unknown, path: string): Generator<{ readonly node: Leaf; readonly path: string }> {
  if (isGroup(node)) {
    for (const [index, rule] of node.rules.entries())
      yield* leavesOf(rule, `${path === '' ? '' : `${path}.`}rules[${index}]`)
    return
  }
  if (typeof node !== 'object' || node === null || !('field' in node) || !('operator' in node)) return
  if (typeof node.field === 'string' && isOperatorName(node.operator)) yield { node: node as Leaf, path }
}

/** Whether a comparison tells a missing value from others, so that the rule seems to expect it. */
function asksForEmptiness({ operator, value }: Leaf): boolean {
  return operator === 'IS_EMPTY' || operator === 'IS_NOT_EMPTY' || value === null
}

/** Why no value of a type can be compared with the constant. */
function typeFault(node: Leaf, type: FieldType | undefined): string | undefined {
  const sample = type && SAMPLES[type]
  if (sample === undefined || valueFieldOf(node) !== undefined || tokenOf(node.value)) return undefined
  const fault = faultOf(
    { operator: node.operator, left: sample, right: node.value, isConstant: true },
    new Meter(Infinity),
  )
  return fault?.side === 'left' ? fault.what : undefined
}

const normal = (field: string) => parsePath(field).join('.')

const ORDERING: ReadonlySet<string> = new Set(['<', '<=', '>', '>='])
const SAMPLES: Readonly<Partial<Record<FieldType, unknown>>> = {
  number: 1,
  boolean: true,
  array: ['x'],
  date: '2026-01-31',
}
