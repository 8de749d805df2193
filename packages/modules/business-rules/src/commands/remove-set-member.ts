import { defineCommand, Ok } from '@plinth/core'
import { events, features } from '../contract.ts'
import { requiredId } from '../fields.ts'
import { InSet, lockMember, toMemberTarget } from '../set-members.ts'
import { MEMBER_ID_REQUIRED } from '../errors.ts'
import { RuleSetMember } from '../entities.ts'
import { lockSet } from '../locked-rules.ts'

/** Removes a rule from a set. */
export const removeSetMember = defineCommand({
  id: 'business_rules.set_members.remove',
  label: 'Remove rule from set',
  access: features.manage_sets,
  resource: 'business_rules.set_member',
  entity: RuleSetMember,
  input: InSet.extend({ memberId: requiredId(MEMBER_ID_REQUIRED) }),
  output: Ok,
  target: ({ input }) => toMemberTarget({ setId: input.id, memberId: input.memberId }),
  async run(ctx) {
    const { input, from, scope, emit } = ctx
    const { id: setId, memberId } = input
    const { organizationId } = await lockSet(ctx, setId)
    await from.remove(RuleSetMember, await lockMember(ctx, setId, memberId))
    emit(events['set_member.removed'], { id: memberId, setId, tenantId: scope.tenantId, organizationId })
    return { ok: true as const }
  },
})
