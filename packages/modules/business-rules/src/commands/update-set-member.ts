import { defineCommand, Ok } from '@plinth/core'
import { events, features } from '../contract.ts'
import { MemberFields, RowId } from '../fields.ts'
import { InSet, lockMember, toMemberTarget } from '../set-members.ts'
import { RuleSetMember } from '../entities.ts'
import { lockSet } from '../locked-rules.ts'

/** Moves a rule within a set, or enables or disables it there; absent properties keep their values. */
export const updateSetMember = defineCommand({
  id: 'business_rules.set_members.update',
  label: 'Update rule in set',
  access: features.manage_sets,
  resource: 'business_rules.set_member',
  entity: RuleSetMember,
  ruledId: ({ memberId }) => memberId,
  input: InSet.extend({ memberId: RowId, ...MemberFields.shape }),
  output: Ok,
  target: ({ input }) => toMemberTarget({ setId: input.id, memberId: input.memberId }),
  async run(ctx) {
    const { input, from, scope, emit } = ctx
    const { id: setId, memberId, ...changes } = input
    const { organizationId } = await lockSet(ctx, setId)
    await from.change(RuleSetMember, await lockMember(ctx, setId, memberId), changes)
    emit(events['set_member.updated'], { id: memberId, setId, tenantId: scope.tenantId, organizationId })
    return { ok: true as const }
  },
})
