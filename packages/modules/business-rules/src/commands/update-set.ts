import { defineCommand, Ok, partial } from '@plinth/core'
import { events, features } from '../contract.ts'
import { requiredId, SetFields } from '../fields.ts'
import { SET_ID_REQUIRED, setIdTaken } from '../errors.ts'
import { RuleSet } from '../entities.ts'
import { lockSet } from '../locked-rules.ts'

/** Updates the given properties of a rule set; absent ones keep their values. */
export const updateSet = defineCommand({
  id: 'business_rules.sets.update',
  label: 'Update rule set',
  access: features.manage_sets,
  resource: 'business_rules.set',
  entity: RuleSet,
  constraints: { rule_sets_set_id_unique: setIdTaken },
  input: partial(SetFields).extend({ id: requiredId(SET_ID_REQUIRED) }),
  output: Ok,
  async run(ctx) {
    const { input, from, actor, scope, emit } = ctx
    const { id, ...changes } = input
    const set = await lockSet(ctx, id)
    await from.change(RuleSet, set, { ...changes, updatedBy: actor.id })
    emit(events['set.updated'], { id, tenantId: scope.tenantId, organizationId: set.organizationId })
    return { ok: true as const }
  },
})
