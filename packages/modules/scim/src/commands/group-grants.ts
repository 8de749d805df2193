import { assertMayRevertRights, changeRoleSources, changeTeamSources, tags } from '@plinth/auth'
import { type CommandContext, forbidden, sql } from '@plinth/core'
import { inTenant, type RevertedRow } from '@plinth/core/data'
import { ScimGroup, ScimMember, ScimUser } from '../entities.ts'
import { whyBeyond } from '../resources/adoption.ts'

/** What a group gives its members: a role, membership of a team, both or neither. */
export interface GroupGrants {
  readonly roleId: string | null
  readonly teamId: string | null
}

/** What a group gives somebody. */
export interface Grant extends GroupGrants {
  readonly userId: string
}

/** The source of what a group gives (decision: Sources of roles and memberships). */
const sourceOf = (groupId: string) => `scim:${groupId}`

/**
 * Gives people what their group gives, and takes it from others. The grant boundary of whoever acts decides whether it may be given or
 * taken.
 */
export async function changeGrants(
  { run }: CommandContext,
  groupId: string,
  { give = [], take = [] }: { readonly give?: readonly Grant[]; readonly take?: readonly Grant[] },
): Promise<void> {
  const source = sourceOf(groupId)
  const roles = { give: rolesIn(give), take: rolesIn(take) }
  const teams = { give: teamsIn(give), take: teamsIn(take) }
  if (roles.give.length + roles.take.length > 0) await run(changeRoleSources, { source, ...roles })
  if (teams.give.length + teams.take.length > 0) await run(changeTeamSources, { source, ...teams })
}

const rolesIn = (grants: readonly Grant[]) =>
  grants.flatMap(({ userId, roleId }) => (roleId === null ? [] : [{ userId, roleId }]))

const teamsIn = (grants: readonly Grant[]) =>
  grants.flatMap(({ userId, teamId }) => (teamId === null ? [] : [{ userId, teamId }]))

/** Tables whose rows say whom an action concerns. */
const OF_PEOPLE = new Set([ScimUser.meta.tableName, ScimMember.meta.tableName, 'user_roles', 'team_members'])

/**
 * Undo and redo of what happens to people and groups: since then, groups may have been mapped, and people deleted. So people get what
 * their groups give by now, and lose the rest.
 */
export async function beforeRevert(ctx: CommandContext, rows: readonly RevertedRow[]): Promise<() => Promise<void>> {
  const assertUnharmed = await assertMayRevertRights(ctx, rows)
  await assertMayHandBack(ctx, rows)
  const userIds = rows.flatMap(({ table, before, after }) => {
    const image = after ?? before
    return OF_PEOPLE.has(table) && image ? String(image['user_id']) : []
  })
  return async () => {
    const changes = await outdatedGrants(ctx, [...new Set(userIds)])
    for (const [groupId, some] of Map.groupBy(changes, (one) => one.groupId))
      await changeGrants(ctx, groupId, {
        give: some.filter(({ isWanted }) => isWanted),
        take: some.filter(({ isWanted }) => !isWanted),
      })
    await assertUnharmed()
  }
}

/**
 * Throws 403 if redo would give the provider an account again that may do more than the caller. Its rights may have grown since the
 * provider had it.
 */
async function assertMayHandBack(ctx: CommandContext, rows: readonly RevertedRow[]): Promise<void> {
  const { actor, invalidate } = ctx
  if (actor.isSuperAdmin || actor.kind === 'system') return
  for (const { table, before, after } of rows) {
    if (table !== ScimUser.meta.tableName || before !== null || after === null) continue
    const userId = String(after['user_id'])
    invalidate(tags.user(userId))
    if ((await whyBeyond(ctx, userId)) !== null)
      throw forbidden('You cannot provision users who have more permissions than you.')
  }
}

/** What the groups of people give and they do not have, and what they have of groups that do not give it. */
async function outdatedGrants({ db, from, scope }: CommandContext, userIds: readonly string[]) {
  if (userIds.length === 0) return []
  const { rows } = await sql<Grant & { groupId: string; isWanted: boolean }>`
    with wanted as (
      select m."userId", m."groupId", g."roleId", g."teamId" from ${from.table(ScimMember, 'm')}
      join ${from.table(ScimGroup, 'g')} on g.id = m."groupId"
      join ${from.table(ScimUser, 's')} on s."userId" = m."userId" and s."deletedAt" is null
      where m."userId" = any (${[...userIds]}::uuid[])
    ), given as (
      select "userId", "groupId", "roleId", null::uuid as "teamId" from wanted where "roleId" is not null
      union all select "userId", "groupId", null, "teamId" from wanted where "teamId" is not null
    ), held as (
      select h.user_id as "userId", substr(h.source, 6)::uuid as "groupId", h.role_id as "roleId", null::uuid as "teamId"
      from user_roles h where ${inTenant(scope, 'h')} and h.user_id = any (${[...userIds]}::uuid[]) and h.source like 'scim:%'
      union all select h.user_id, substr(h.source, 6)::uuid, null, h.team_id
      from team_members h where ${inTenant(scope, 'h')} and h.user_id = any (${[...userIds]}::uuid[]) and h.source like 'scim:%'
    )
    select *, true as "isWanted" from (table given except table held) missing
    union all select *, false from (table held except table given) outdated
    order by "groupId", "userId"`.execute(db)
  return rows
}
