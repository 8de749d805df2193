import {
  type Condition,
  compileRule,
  evaluateRules,
  type Evaluation,
  type RuleContext,
  Meter,
  compareRules,
  type Rule,
} from '@plinth/core/rules'
import { RuleRun } from '../../../packages/core/src/rules/facts.ts'

export const NOW = new Date('2026-03-04T05:06:07.089Z')

export const CONTEXT: RuleContext = {
  now: NOW,
  entityType: 'order',
  entityId: 'o-1',
  eventType: 'beforeCreate',
  user: { id: 'u-1', email: 'ann@example.com', roles: ['admin'] },
}

export function meter(steps = 10_000_000): Meter {
  return new Meter(steps)
}

export function runOn(data: unknown, steps?: number): RuleRun {
  return new RuleRun({ data, context: CONTEXT, meter: meter(steps) })
}

let count = 0

/** A GUARD on orders; its id and business id are unique unless given. */
export function toRule(given: Partial<Rule> & { readonly conditionExpression?: Condition | null } = {}): Rule {
  const number = ++count
  return {
    id: `id-${number}`,
    ruleId: `rule-${String(number).padStart(6, '0')}`,
    ruleName: `Rule ${number}`,
    ruleType: 'GUARD',
    tenantId: 'tenant',
    organizationId: 'organization',
    entityType: 'order',
    eventType: 'beforeCreate',
    conditionExpression: null,
    successActions: null,
    failureActions: null,
    enabled: true,
    priority: 100,
    effectiveFrom: null,
    effectiveTo: null,
    ...given,
  }
}

export function evaluate(rules: readonly Rule[], data: unknown, options: Partial<Evaluation> = {}) {
  const compiled = rules.toSorted(compareRules).map(compileRule)
  return evaluateRules({ rules: compiled, data, context: CONTEXT, ...options })
}
