import { conflict, defineCommand, Id } from '@plinth/core'
import { events, features } from '../contract.ts'
import { RuleSetMember } from '../entities.ts'
import { MemberFields, RowId } from '../fields.ts'
import { InSet, toMemberTarget } from '../set-members.ts'
import { ruleNotFound } from '../errors.ts'
import { lockRule, lockSet } from '../locked-rules.ts'

/** Adds a rule to a set; a rule can be in a set only once. */
export const addSetMember = defineCommand({
  id: 'business_rules.set_members.add',
  label: 'Add rule to set',
  access: features.manage_sets,
  resource: 'business_rules.set_member',
  constraints: { rule_set_members_rule_unique: () => conflict('Rule is already a member of this set') },
  input: InSet.extend({ ruleId: RowId, ...MemberFields.shape }),
  output: Id,
  target: ({ input, result }) => toMemberTarget({ setId: input.id, memberId: result.id }),
  async run(ctx) {
    const { input, from, scope, emit } = ctx
    const { id: setId, ruleId, sequence = 0, enabled = true } = input
    const { organizationId } = await lockSet(ctx, setId)
    const rule = await lockRule(ctx, ruleId)
    if (rule.organizationId !== organizationId) throw ruleNotFound()
    const { id } = await from.create(RuleSetMember, { organizationId, setId, ruleId, sequence, enabled })
    emit(events['set_member.added'], { id, setId, tenantId: scope.tenantId, organizationId })
    return { id }
  },
})
