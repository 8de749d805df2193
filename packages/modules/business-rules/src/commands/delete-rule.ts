import { defineCommand, Ok } from '@plinth/core'
import { z } from 'zod'
import { beforeRevert } from '../before-revert.ts'
import { events, features, tags } from '../contract.ts'
import { requiredId } from '../fields.ts'
import { RULE_ID_REQUIRED } from '../errors.ts'
import { BusinessRule } from '../entities.ts'
import { lockRule } from '../locked-rules.ts'

/** Soft-deletes a rule; its memberships and logs are kept. */
export const deleteRule = defineCommand({
  id: 'business_rules.rules.delete',
  label: 'Delete business rule',
  access: features.manage,
  resource: 'business_rules.rule',
  entity: BusinessRule,
  input: z.object({ id: requiredId(RULE_ID_REQUIRED) }),
  output: Ok,
  beforeRevert,
  async run(ctx) {
    const { input, from, actor, scope, now, emit, invalidate } = ctx
    const rule = await lockRule(ctx, input.id)
    await from.change(BusinessRule, rule, { deletedAt: now(), updatedBy: actor.id })
    invalidate(tags.rules(scope.tenantId))
    emit(events['rule.deleted'], { id: rule.id, tenantId: scope.tenantId, organizationId: rule.organizationId })
    return { ok: true as const }
  },
})
