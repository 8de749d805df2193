import { defineCommand, Id } from '@plinth/core'
import { requireOrganization } from '@plinth/core/data'
import { assertSeesAll, assertSetsNothingDeciding } from '../author-policies.ts'
import { beforeRevert } from '../before-revert.ts'
import { events, features, tags } from '../contract.ts'
import { BusinessRule } from '../entities.ts'
import { RuleFields } from '../fields.ts'
import { assertCanRun } from '../write-checks.ts'
import { ruleIdTaken } from '../errors.ts'
import { assertWithinRuleQuota } from '../rule-quota.ts'

/** Creates a rule in the selected organization. */
export const createRule = defineCommand({
  id: 'business_rules.rules.create',
  label: 'Create business rule',
  access: features.manage,
  resource: 'business_rules.rule',
  constraints: { business_rules_rule_id_unique: ruleIdTaken },
  input: RuleFields,
  output: Id,
  beforeRevert,
  async run(ctx) {
    const { input, actor, scope, from, emit, invalidate } = ctx
    const organizationId = requireOrganization(scope)
    await assertSeesAll(ctx, input.entityType)
    await assertSetsNothingDeciding(ctx, input)
    await assertCanRun(ctx, input)
    await assertWithinRuleQuota(ctx, { ...input, organizationId })
    const { enabled = true, priority = 100, version = 1, ...fields } = input
    const row = { ...fields, enabled, priority, version, organizationId, createdBy: actor.id }
    const { id } = await from.create(BusinessRule, row)
    invalidate(tags.rules(scope.tenantId))
    emit(events['rule.created'], { id, tenantId: scope.tenantId, organizationId })
    return { id }
  },
})
