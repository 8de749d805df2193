import type { Condition } from './conditions.ts'
import type { Action, ActionType } from './actions.ts'

export const RULE_TYPES = ['GUARD', 'VALIDATION', 'CALCULATION', 'ACTION', 'ASSIGNMENT'] as const

/**
 * The purpose of a rule: a GUARD lets an operation proceed only while its condition is true, a VALIDATION checks data, and the
 * others act on a condition (decision: Results of rules).
 */
export type RuleType = (typeof RULE_TYPES)[number]

/** A business rule, as the engine sees it. `id` identifies the stored row, `ruleId` is the business id. */
export interface Rule {
  readonly id: string
  readonly ruleId: string
  readonly ruleName: string
  readonly ruleType: RuleType
  readonly tenantId: string
  readonly organizationId: string
  readonly entityType: string
  readonly eventType: string | null
  readonly conditionExpression: Condition | null
  readonly successActions: readonly Action[] | null
  readonly failureActions: readonly Action[] | null
  readonly enabled: boolean
  readonly priority: number
  readonly effectiveFrom: Date | null
  readonly effectiveTo: Date | null
}

/**
 * Whether the rule can reject a write: a GUARD, a VALIDATION, and every rule that can block a transition. Such a rule rejects it
 * as well if its condition cannot be evaluated (decision: Guards).
 */
export const isDeciding = (rule: Rule): boolean =>
  rule.ruleType === 'GUARD' || rule.ruleType === 'VALIDATION' || canDo(rule, 'BLOCK_TRANSITION')

/** Whether one of the rule's actions is of this type, whatever the verdict. */
export const canDo = ({ successActions, failureActions }: Rule, wanted: ActionType): boolean =>
  [successActions, failureActions].some((actions) => actions?.some(({ type }) => type === wanted))

/** Execution order: higher priority first, then by business id. */
export function compareRules(left: Rule, right: Rule): number {
  if (left.priority !== right.priority) return right.priority - left.priority
  if (left.ruleId !== right.ruleId) return left.ruleId < right.ruleId ? -1 : 1
  return left.id < right.id ? -1 : Number(left.id > right.id)
}

/** The published reason why a rule must not run now, or `undefined` if it may. Both bounds of the window are inclusive. */
export function whyInactive(rule: Rule, now: Date): string | undefined {
  if (!rule.enabled) return 'Rule is disabled'
  if (rule.effectiveFrom && rule.effectiveFrom > now)
    return `Rule is not yet effective (starts ${rule.effectiveFrom.toISOString()})`
  if (rule.effectiveTo && rule.effectiveTo < now) return `Rule has expired (ended ${rule.effectiveTo.toISOString()})`
  return undefined
}
