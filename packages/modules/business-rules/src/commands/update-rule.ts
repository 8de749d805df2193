import { defineCommand, Ok, partial } from '@plinth/core'
import { assertSeesAll, assertSetsNothingDeciding } from '../author-policies.ts'
import { beforeRevert } from '../before-revert.ts'
import { events, features, tags } from '../contract.ts'
import { requiredId, RuleFields } from '../fields.ts'
import { assertCanRun } from '../write-checks.ts'
import { ruleIdTaken, RULE_ID_REQUIRED } from '../errors.ts'
import { assertWithinRuleQuota } from '../rule-quota.ts'
import { BusinessRule } from '../entities.ts'
import { lockRule } from '../locked-rules.ts'

/** Updates the given properties of a rule; absent ones keep their values. */
export const updateRule = defineCommand({
  id: 'business_rules.rules.update',
  label: 'Update business rule',
  access: features.manage,
  resource: 'business_rules.rule',
  entity: BusinessRule,
  constraints: { business_rules_rule_id_unique: ruleIdTaken },
  input: partial(RuleFields).extend({ id: requiredId(RULE_ID_REQUIRED) }),
  output: Ok,
  beforeRevert,
  async run(ctx) {
    const { input, from, actor, scope, emit, invalidate } = ctx
    const { id, ...changes } = input
    const rule = await lockRule(ctx, id)
    if (TOLD.some((member) => changes[member] !== undefined))
      for (const entityType of new Set([rule.entityType, changes.entityType ?? rule.entityType]))
        await assertSeesAll(ctx, entityType)
    if (changes.enabled !== false) await assertSetsNothingDeciding(ctx, rule, { ...rule, ...changes })
    await assertCanRun(ctx, changes, rule)
    if (GROWING.some((member) => changes[member] !== undefined))
      await assertWithinRuleQuota(ctx, { ...rule, ...changes, id })
    await from.change(BusinessRule, rule, { ...changes, updatedBy: actor.id })
    invalidate(tags.rules(scope.tenantId))
    emit(events['rule.updated'], { id, tenantId: scope.tenantId, organizationId: rule.organizationId })
    return { ok: true as const }
  },
})

/** The fields that count towards the limits. */
const GROWING = ['entityType', 'conditionExpression', 'successActions', 'failureActions'] as const

/** The fields that decide what a rule tells, and of which records. */
const TOLD = [...GROWING, 'eventType'] as const
