import { defineCommand, Ok } from '@plinth/core'
import { z } from 'zod'
import { events, features } from '../contract.ts'
import { requiredId } from '../fields.ts'
import { SET_ID_REQUIRED } from '../errors.ts'
import { RuleSet } from '../entities.ts'
import { lockSet } from '../locked-rules.ts'

/** Soft-deletes a rule set; its rules are not changed. */
export const deleteSet = defineCommand({
  id: 'business_rules.sets.delete',
  label: 'Delete rule set',
  access: features.manage_sets,
  resource: 'business_rules.set',
  entity: RuleSet,
  input: z.object({ id: requiredId(SET_ID_REQUIRED) }),
  output: Ok,
  async run(ctx) {
    const { input, from, actor, scope, now, emit } = ctx
    const set = await lockSet(ctx, input.id)
    await from.change(RuleSet, set, { deletedAt: now(), updatedBy: actor.id })
    emit(events['set.deleted'], { id: set.id, tenantId: scope.tenantId, organizationId: set.organizationId })
    return { ok: true as const }
  },
})
