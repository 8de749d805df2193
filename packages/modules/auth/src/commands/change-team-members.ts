import { badInput, type CommandContext, defineCommand, notFound, Ok, sql } from '@plinth/core'
import { anyOf, inTenant } from '@plinth/core/data'
import { z } from 'zod'
import { beforeRevert } from '../before-revert.ts'
import { features, tags } from '../contract.ts'
import { Team, User } from '../entities.ts'
import { assertMayChangeTeams, lockTeams } from '../teams/team-changes.ts'

const Ids = z.array(z.uuid().toLowerCase()).max(1_000).default([])

/** Above this number of accounts, the rights of the whole tenant are read again. */
const MANY_ACCOUNTS = 100

/** Adds people to a team, and takes others out of it. Who belongs to it already, or does not, is left alone. */
export const changeTeamMembers = defineCommand({
  id: 'auth.teams.change_members',
  label: 'Change members of team',
  access: features['teams.manage'],
  resource: 'auth.team',
  input: z.object({ teamId: z.uuid().toLowerCase(), add: Ids, remove: Ids }),
  output: Ok,
  target: ({ input }) => ({ id: input.teamId }),
  beforeRevert,
  async run(ctx) {
    const { db, from, scope, now, invalidate } = ctx
    const { teamId, add, remove } = ctx.input
    if (add.some((id) => remove.includes(id)))
      throw badInput('Somebody cannot be added and removed in the same request.')
    await lockTeams(ctx)
    const team = await from(Team, 't').select('t.id').where('t.id', '=', teamId).executeTakeFirst()
    if (!team) throw notFound('Team')
    assertMayChangeTeams(ctx, [teamId])
    await assertVisible(ctx, [...add, ...remove])
    await sql`delete from team_members m where ${inTenant(scope, 'm')} and m.team_id = ${teamId} and m.source = ''
      and m.user_id = ${anyOf(remove)}`.execute(db)
    const at = now().toISOString()
    await sql`insert into team_members (id, tenant_id, team_id, user_id, created_at, updated_at)
      select gen_random_uuid(), ${scope.tenantId}::uuid, ${teamId}::uuid, user_id, ${at}::timestamptz, ${at}::timestamptz
      from unnest(${add}::uuid[]) user_id on conflict do nothing`.execute(db)
    const changed = [...new Set([...add, ...remove])]
    invalidate(...(changed.length > MANY_ACCOUNTS ? [tags.acl(scope.tenantId)] : changed.map(tags.user)))
    return { ok: true as const }
  },
})

/** Throws 400 for accounts that the actor does not see, and locks the others against deletion. */
async function assertVisible({ from, scope: { organizationIds } }: CommandContext, ids: readonly string[]) {
  const wanted = new Set(ids)
  const found = await from(User, 'u')
    .select('u.id')
    .where('u.id', '=', anyOf([...wanted]))
    .$if(organizationIds !== null, (all) => all.where('u.organizationId', '=', anyOf(organizationIds!)))
    .orderBy('u.id')
    .forKeyShare()
    .execute()
  if (found.length < wanted.size) throw badInput('User not found')
}
