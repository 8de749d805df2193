import { bytesOf } from '../byte-cache.ts'
import { badInput } from '../errors.ts'
import { isGroup, valueFieldOf } from './conditions.ts'
import { readToken, tokenOf } from './interpolate.ts'
import { RuleRun } from './facts.ts'
import { Meter } from './meter.ts'
import { isOperatorName, OPERATORS } from './operators.ts'
import { parsePath, readPath } from './paths.ts'
import { whyUndecided } from './deciding-comparison.ts'

/** Why a condition has its verdict: the verdict of each comparison, and the two values that it read. */
export type ConditionExplanation = GroupExplanation | ComparisonExplanation

/** `rules` ends at the comparison or group that decided the verdict; those after it were not evaluated. */
export interface GroupExplanation {
  readonly operator: string
  readonly verdict: boolean
  readonly rules: readonly ConditionExplanation[]
}

/** `actual` is absent when the field is missing; `expected` is the value after tokens and `valueField` were resolved. */
export interface ComparisonExplanation {
  readonly operator: string
  readonly verdict: boolean
  readonly field: string
  readonly actual: unknown
  readonly valueField?: string
  readonly expected: unknown
  /** Why the comparison has no answer, if the rule can reject a write (decision: Guards); `verdict` is that of the operator. */
  readonly undecided?: string
}

/** Explains the conditions of one evaluation, within its limits of steps and bytes. */
export class Explainer {
  readonly #steps: Meter
  readonly #bytes: Meter

  constructor({ explainSteps, explainBytes }: { readonly explainSteps: number; readonly explainBytes: number }) {
    this.#steps = new Meter(explainSteps)
    this.#bytes = new Meter(explainBytes)
  }

  /** Returns undefined if the condition cannot be evaluated or the limits are exceeded. */
  explain(expression: unknown, { data, context, isDeciding }: RuleRun): ConditionExplanation | undefined {
    const run = new RuleRun({ data, context, meter: this.#steps })
    run.isDeciding = isDeciding
    try {
      return explainCondition(expression, run, this.#bytes)
    } catch {
      return undefined
    }
  }
}

/**
 * Evaluates a condition step by step, with the same verdict as the compiled form. Throws like a compiled test, and when the
 * values read exceed `bytes`.
 */
export function explainCondition(expression: unknown, run: RuleRun, bytes = new Meter(Infinity)): ConditionExplanation {
  if (!expression) return { operator: 'AND', verdict: true, rules: [] }
  return isGroup(expression) ? explainGroup(expression, run, bytes) : explainComparison(expression, run, bytes)
}

function explainGroup(
  group: { readonly operator: unknown; readonly rules: readonly unknown[] },
  run: RuleRun,
  bytes: Meter,
): ConditionExplanation {
  const operator = String(group.operator)
  if (group.rules.length === 0) return { operator, verdict: true, rules: [] }
  if (operator !== 'AND' && operator !== 'OR' && operator !== 'NOT')
    throw badInput(`Unknown logical operator: ${operator}`)
  const certain = operator === 'OR'
  const rules: ConditionExplanation[] = []
  for (const rule of group.rules) {
    const explanation = isGroup(rule) ? explainGroup(rule, run, bytes) : explainComparison(rule, run, bytes)
    rules.push(explanation)
    if (explanation.verdict === certain) break
  }
  const reached = rules.at(-1)!.verdict === certain
  return { operator, verdict: operator === 'AND' ? !reached : reached, rules }
}

function explainComparison(node: unknown, run: RuleRun, bytes: Meter): ConditionExplanation {
  if (typeof node !== 'object' || node === null) throw badInput('A condition must be a group or a comparison')
  const { field, operator, value } = node as Readonly<Record<string, unknown>>
  if (!isOperatorName(operator)) throw badInput(`Unknown operator: ${String(operator)}`)
  run.meter.charge(1)
  const valueField = valueFieldOf(node)
  const token = tokenOf(value)
  const actual = readPath(run.data, parsePath(String(field)))
  let expected = token ? readToken(token, run.context) : value
  if (valueField !== undefined) expected = readPath(run.data, parsePath(valueField))
  const verdict = OPERATORS[operator](actual, expected, run.meter)
  const undecided = run.isDeciding ? whyUndecided(node, run) : undefined
  const explanation: ComparisonExplanation = {
    verdict,
    field: String(field),
    operator,
    actual,
    ...(valueField !== undefined && { valueField }),
    expected,
    ...(undecided !== undefined && { undecided }),
  }
  bytes.charge(bytesOf(explanation, bytes.left))
  return explanation
}
