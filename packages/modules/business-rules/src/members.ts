import { badInput, type CommandContext, type Context, sql } from '@plinth/core'
import { inTenant } from '@plinth/core/data'
import { z } from 'zod'
import { RuleSetMember } from './entities.ts'
import { INVALID_SET_ID, memberNotFound } from './refusals.ts'
import { lockRoom } from './room.ts'

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

const MAX_MEMBERS = 1_000

/** Throws 400 if the set already holds the maximum number of rules. */
export async function assertRoomForMember(ctx: CommandContext, setId: string): Promise<void> {
  await lockRoom(ctx)
  const { count } = await ctx
    .from(RuleSetMember, 'm')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('m.setId', '=', setId)
    .executeTakeFirstOrThrow()
  if (count >= MAX_MEMBERS) throw tooManyMembers()
}

const tooManyMembers = () => badInput(`A rule set holds at most ${MAX_MEMBERS} rules`)

/** Throws 400 if a set of one of these members exceeds the maximum number of rules. */
export async function assertSetsWithin({ asTenant, scope }: Context, memberIds: readonly string[]): Promise<void> {
  const { rows } = await asTenant('count the members of rule sets', ({ db }) =>
    sql<{ full: boolean }>`select exists (
      select from rule_set_members m where ${inTenant(scope, 'm')} and m.set_id in (
        select a.set_id from rule_set_members a where ${inTenant(scope, 'a')} and a.id = any (${memberIds}::uuid[]))
      group by m.set_id having count(*) > ${MAX_MEMBERS}) as full`.execute(db),
  )
  if (rows[0]!.full) throw tooManyMembers()
}
