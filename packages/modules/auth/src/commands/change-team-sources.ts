import { badInput, type CommandContext, defineCommand, sql } from '@plinth/core'
import { anyOf, inTenant } from '@plinth/core/data'
import { z } from 'zod'
import { beforeRevert } from '../before-revert.ts'
import { features, tags } from '../contract.ts'
import { User } from '../entities.ts'
import { lockGrants } from '../rights/grant-boundary.ts'
import { assertMayAddMembers } from '../teams/team-changes.ts'

/** Memberships that one command gives, and that it takes. */
const MOST = 20_000

/** Above this number of accounts, the rights of the whole tenant are read again. */
const MANY_ACCOUNTS = 100

const Membership = z.object({ userId: z.uuid().toLowerCase(), teamId: z.uuid().toLowerCase() })
type Membership = z.output<typeof Membership>

/**
 * Lets people join and leave teams by a source other than an administrator, such as a group of an identity provider (decision:
 * Sources of roles and memberships). Somebody belongs to a team until no source says so any more. Memberships that exist already,
 * or no longer, are left alone. The actor must be able to change the members of each team.
 */
export const changeTeamSources = defineCommand({
  id: 'auth.teams.change_sources',
  label: 'Change members of teams by group',
  access: features['teams.manage'],
  resource: 'auth.team',
  input: z.object({
    /** `scim:<group id>` or `sso:<connection id>`. */
    source: z.string().min(1).max(200),
    give: z.array(Membership).max(MOST).default([]),
    take: z.array(Membership).max(MOST).default([]),
  }),
  /** The number of memberships that were added and removed. */
  output: z.object({ given: z.number().int(), taken: z.number().int() }),
  target: ({ input: { give, take } }) => {
    const [one, ...others] = new Set([...give, ...take].map(({ teamId }) => teamId))
    return { id: one !== undefined && others.length === 0 ? one : null }
  },
  beforeRevert,
  async run(ctx) {
    const { db, scope, now, invalidate } = ctx
    const { source, give, take } = ctx.input
    const keys = new Set(give.map(keyOf))
    if (take.some((one) => keys.has(keyOf(one))))
      throw badInput('Somebody cannot join and leave a team in the same request.')
    const named = [...new Set([...give, ...take].map(({ userId }) => userId))]
    if (named.length === 0) return { given: 0, taken: 0 }
    // In this order, in one message.
    const [accounts] = await Promise.all([lockAccounts(ctx, named), lockGrants(ctx, 'shared')])
    if (named.some((id) => !accounts.has(id))) throw badInput('User not found')
    await assertMayAddMembers(
      ctx,
      give.map(({ teamId }) => teamId),
      take.map(({ teamId }) => teamId),
    )
    const at = now().toISOString()
    const [taken, given] = await Promise.all([
      sql<{ userId: string }>`delete from team_members m using ${pairs(take)} where ${inTenant(scope, 'm')}
        and m.source = ${source} and m.user_id = pair.user_id and m.team_id = pair.team_id
        returning m.user_id as "userId"`.execute(db),
      sql<{ userId: string }>`insert into team_members (id, tenant_id, team_id, user_id, source, created_at, updated_at)
        select gen_random_uuid(), ${scope.tenantId}::uuid, team_id, user_id, ${source}, ${at}::timestamptz, ${at}::timestamptz
        from ${pairs(give)} on conflict do nothing returning user_id as "userId"`.execute(db),
    ])
    const changed = [...new Set([...taken.rows, ...given.rows].map(({ userId }) => userId))]
    invalidate(...(changed.length > MANY_ACCOUNTS ? [tags.acl(scope.tenantId)] : changed.map(tags.user)))
    return { given: given.rows.length, taken: taken.rows.length }
  },
})

const keyOf = ({ userId, teamId }: Membership) => `${userId} ${teamId}`

const pairs = (memberships: readonly Membership[]) =>
  sql`unnest(${memberships.map(({ userId }) => userId)}::uuid[], ${memberships.map(({ teamId }) => teamId)}::uuid[])
    as pair (user_id, team_id)`

/** The accounts that the actor may see, locked in a fixed order, so that two such changes do not block each other. */
async function lockAccounts(
  { from, scope: { organizationIds } }: CommandContext,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await from(User, 'u')
    .select('u.id')
    .where('u.id', '=', anyOf(ids))
    .$if(organizationIds !== null, (all) => all.where('u.organizationId', '=', anyOf(organizationIds!)))
    .orderBy('u.id')
    .forNoKeyUpdate()
    .execute()
  return new Set(rows.map(({ id }) => id))
}
