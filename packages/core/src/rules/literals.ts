import { isGroup, valueFieldOf } from './conditions.ts'
import { tokenOf } from './interpolate.ts'
import type { Meter } from './meter.ts'
import { isOperatorName, type OperatorName } from './operators.ts'
import { parsePath } from './paths.ts'

/** A comparison that must be true (or, if `wanted` is false, must not be). Negative operators are inverted. */
export interface Literal {
  readonly field: string
  readonly operator: Exclude<OperatorName, '==' | '!=' | 'NOT_IN' | 'NOT_CONTAINS' | 'IS_NOT_EMPTY'>
  readonly value: unknown
  /** The path or token on the right side, if it is not a constant. */
  readonly other: string | undefined
  readonly holds: boolean
}

/**
 * The ways in which a condition can have the wanted outcome, in disjunctive normal form: all literals of at least one list must
 * be true. Returns `undefined` for an expression that is not a condition, and for more than 500 lists.
 */
export function waysTo(node: unknown, holds: boolean, meter: Meter): readonly (readonly Literal[])[] | undefined {
  meter.charge(LITERAL)
  if (!node) return holds ? [[]] : []
  if (!isGroup(node)) {
    const literal = toLiteral(node, holds)
    return literal && [[literal]]
  }
  if (node.rules.length === 0) return holds ? [[]] : []
  if (node.operator === 'AND') return combined(node.rules, { all: holds, holds, meter })
  if (node.operator === 'OR') return combined(node.rules, { all: !holds, holds, meter })
  return node.operator === 'NOT' ? combined(node.rules, { all: !holds, holds: !holds, meter }) : undefined
}

/** Combines every way of the first list with every way of the second. */
export function waysToBoth<Item>(
  first: readonly (readonly Item[])[] | undefined,
  second: readonly (readonly Item[])[] | undefined,
  meter: Meter,
): readonly (readonly Item[])[] | undefined {
  if (!first || !second || first.length * second.length > MAX_WAYS) return undefined
  return first.flatMap((one) =>
    second.map((two) => {
      meter.charge(one.length + two.length)
      return [...one, ...two]
    }),
  )
}

interface Combination {
  readonly all: boolean
  readonly holds: boolean
  readonly meter: Meter
}

function combined(rules: readonly unknown[], { all, holds, meter }: Combination) {
  let ways: readonly (readonly Literal[])[] | undefined = all ? [[]] : []
  for (const rule of rules) {
    const more = waysTo(rule, holds, meter)
    if (!ways) return undefined
    meter.charge(ways.length)
    if (all) ways = waysToBoth(ways, more, meter)
    else ways = more && ways.length + more.length <= MAX_WAYS ? [...ways, ...more] : undefined
  }
  return ways
}

function toLiteral(node: unknown, holds: boolean): Literal | undefined {
  if (typeof node !== 'object' || node === null) return undefined
  const { field, operator, value } = node as Readonly<Record<string, unknown>>
  if (typeof field !== 'string' || !isOperatorName(operator)) return undefined
  const positive = NEGATIVES[operator]
  const valueField = valueFieldOf(node)
  const token = tokenOf(value)
  let other = token && `{{${token.join('.')}}}`
  if (valueField !== undefined) other = parsePath(valueField).join('.')
  return {
    field: parsePath(field).join('.'),
    operator: positive ?? (operator as Literal['operator']),
    value: other === undefined ? value : undefined,
    other: operator === 'IS_EMPTY' || operator === 'IS_NOT_EMPTY' ? undefined : other,
    holds: positive && operator !== '==' ? !holds : holds,
  }
}

const MAX_WAYS = 500
/** The cost of reading a comparison, in steps. */
const LITERAL = 10
const NEGATIVES: Readonly<Partial<Record<OperatorName, Literal['operator']>>> = {
  '==': '=',
  '!=': '=',
  NOT_IN: 'IN',
  NOT_CONTAINS: 'CONTAINS',
  IS_NOT_EMPTY: 'IS_EMPTY',
}
