import { defineCommand, Id } from '@plinth/core'
import { requireOrganization } from '@plinth/core/data'
import { events, features } from '../contract.ts'
import { RuleSet } from '../entities.ts'
import { SetFields } from '../fields.ts'
import { setIdTaken } from '../errors.ts'

/** Creates an empty rule set in the selected organization. */
export const createSet = defineCommand({
  id: 'business_rules.sets.create',
  label: 'Create rule set',
  access: features.manage_sets,
  resource: 'business_rules.set',
  constraints: { rule_sets_set_id_unique: setIdTaken },
  input: SetFields,
  output: Id,
  async run(ctx) {
    const { input, from, actor, scope, emit } = ctx
    const organizationId = requireOrganization(scope)
    const { enabled = true, ...fields } = input
    const { id } = await from.create(RuleSet, { ...fields, enabled, organizationId, createdBy: actor.id })
    emit(events['set.created'], { id, tenantId: scope.tenantId, organizationId })
    return { id }
  },
})
