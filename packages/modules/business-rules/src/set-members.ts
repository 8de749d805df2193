import type { CommandContext } from '@plinth/core'
import { z } from 'zod'
import { RuleSetMember } from './entities.ts'
import { INVALID_SET_ID, memberNotFound } from './errors.ts'

/** The set id in the path. */
export const InSet = z.object({ id: z.uuid(INVALID_SET_ID).toLowerCase() })

/** The target under which the action log files changes of a member. */
export const toMemberTarget = ({ setId, memberId }: { readonly setId: string; readonly memberId: string }) => ({
  id: memberId,
  parent: { kind: 'business_rules.set', id: setId },
})

/** A member of a set that the caller may access, locked; 404 for members of other sets. */
export const lockMember = ({ from }: CommandContext, setId: string, id: string) =>
  from.lock(RuleSetMember, { id, setId }, memberNotFound)
