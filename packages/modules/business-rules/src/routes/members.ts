import { type Context, del, post, put } from '@plinth/core'
import { addSetMember } from '../commands/add-set-member.ts'
import { removeSetMember } from '../commands/remove-set-member.ts'
import { updateSetMember } from '../commands/update-set-member.ts'
import { InSet } from '../set-members.ts'
import { INVALID_SET_ID, MEMBER_ID_REQUIRED, toRefusalWith, unreadableBody } from '../errors.ts'
import { assertSet } from '../locked-rules.ts'

export const postMember = post('/business_rules/sets/{id}/members', addSetMember, {
  status: 201,
  summary: 'Add a rule to a rule set.',
  before: assertNamedSet,
  errors: [400, 404, 409],
  onInvalid: toRefusalWith(INVALID_SET_ID),
  onUnreadable: unreadableBody,
})

export const putMember = put('/business_rules/sets/{id}/members', updateSetMember, {
  summary: 'Move a rule within a rule set, or enable or disable it there.',
  errors: [400, 404],
  onInvalid: toRefusalWith(INVALID_SET_ID),
  onUnreadable: unreadableBody,
})

export const deleteMember = del('/business_rules/sets/{id}/members', removeSetMember, {
  summary: 'Remove a rule from a rule set.',
  errors: [400, 404],
  onInvalid: toRefusalWith(INVALID_SET_ID, MEMBER_ID_REQUIRED),
})

/** Throws 404 if the set does not exist, before the body is validated. */
async function assertNamedSet(ctx: Context, params: Readonly<Record<string, string>>): Promise<void> {
  const { data } = InSet.safeParse(params)
  if (data) await assertSet(ctx, data.id)
}
