import {
  assertMayAddMembers,
  assertMayGiveRoles,
  assertMayRevertRights,
  changeRoleSources,
  changeTeamSources,
  loadRoles,
  lockGrants,
  TeamMember,
  UserRole,
} from '@plinth/auth'
import { type CommandContext, type Context, forbidden } from '@plinth/core'
import type { RevertedRow } from '@plinth/core/data'
import { rolesOf, sourceOf, teamsOf } from './connections.ts'
import { type GroupRole, type GroupTeam, SsoConnection } from './entities.ts'
import { assertMayChangeTrust, assertWholeTenant, endOtherSessions } from './trust-changes.ts'

/** What a connection gives. */
export interface Mapping {
  readonly defaultRoleIds: readonly string[]
  readonly groupRoles: readonly GroupRole[]
  readonly groupTeams: readonly GroupTeam[]
}

/**
 * Throws unless the caller could give the roles and memberships that a connection gives, and those that it gave. A role with the
 * super-admin flag is never given by a provider.
 */
export async function assertMayGive(ctx: CommandContext, mapping: Mapping, former?: Mapping): Promise<void> {
  const roleIds = rolesOf(mapping)
  const roles = await loadRoles(ctx, roleIds)
  if (roles.some(({ acl }) => acl?.isSuperAdmin)) throw forbidden('Identity providers cannot grant super admin access.')
  await assertMayGiveRoles(ctx, roleIds)
  await assertMayAddMembers(ctx, teamsOf(mapping))
  if (former) await assertMayGiveKnown(ctx, former)
}

/** The same for roles and teams some of which may have been deleted since: these give nothing. */
export async function assertMayGiveKnown(ctx: Context, mapping: Mapping): Promise<void> {
  const known = await loadRoles(ctx, rolesOf(mapping))
  await assertMayAddMembers(ctx, [], teamsOf(mapping))
  await assertMayGiveRoles(
    ctx,
    known.filter(({ acl }) => !acl?.isSuperAdmin).map(({ id }) => id),
  )
}

/** Assignments or memberships that are taken at once. */
const MOST_AT_ONCE = 20_000

/** Takes all roles and memberships that a connection has given, or those of one account. */
export async function takeGiven({ from, run }: CommandContext, connectionId: string, userId?: string): Promise<void> {
  const source = sourceOf(connectionId)
  const given = await from(UserRole, 'h')
    .select(['h.userId', 'h.roleId'])
    .where('h.source', '=', source)
    .$if(userId !== undefined, (all) => all.where('h.userId', '=', userId!))
    .execute()
  for (let at = 0; at < given.length; at += MOST_AT_ONCE)
    await run(changeRoleSources, { source, take: given.slice(at, at + MOST_AT_ONCE) })
  const memberships = await from(TeamMember, 'm')
    .select(['m.userId', 'm.teamId'])
    .where('m.source', '=', source)
    .$if(userId !== undefined, (all) => all.where('m.userId', '=', userId!))
    .execute()
  for (let at = 0; at < memberships.length; at += MOST_AT_ONCE)
    await run(changeTeamSources, { source, take: memberships.slice(at, at + MOST_AT_ONCE) })
}

/** Columns of a connection that decide nothing. */
const PLAIN = ['name', 'mapped_by', 'created_at', 'created_by', 'updated_at', 'updated_by']

type Image = Readonly<Record<string, unknown>>

/**
 * Undo and redo ask what the commands ask (decisions: Undo with current permissions; Grants through settings): who is trusted
 * again, which roles are given again, and whom that concerns.
 */
export async function beforeRevert(ctx: CommandContext, rows: readonly RevertedRow[]): Promise<() => Promise<void>> {
  await lockGrants(ctx)
  assertWholeTenant(ctx)
  const connections = rows.filter((row) => row.table === 'sso_connections' && isTrustChanged(row))
  const ids = imagesOf(rows, 'sso_domains', 'sso_identities').map((image) => String(image['connection_id']))
  const connectionIds = [...new Set([...connections.map(({ id }) => id), ...ids])]
  if (connectionIds.length > 0)
    await assertMayChangeTrust(ctx, {
      connectionIds,
      domains: imagesOf(rows, 'sso_domains').map((image) => String(image['domain'])),
      userIds: imagesOf(rows, 'sso_identities').map((image) => String(image['user_id'])),
    })
  for (const { before, after } of connections)
    for (const image of [before, after]) if (image) await assertMayGiveKnown(ctx, toMapping(image))
  const assertUnharmed = await assertMayRevertRights(
    ctx,
    rows.filter(({ table }) => table === 'user_roles' || table === 'team_members'),
  )
  return async () => {
    await assertUnharmed()
    for (const { id, after } of connections) if (!after) await takeGiven(ctx, id)
    for (const id of connectionIds) {
      const [restored] = await ctx.from.lockAll(SsoConnection, { id })
      if (restored?.isActive && restored.isEnforced) await endOtherSessions(ctx, restored)
    }
  }
}

const imagesOf = (rows: readonly RevertedRow[], ...tables: readonly string[]): Image[] =>
  rows.flatMap(({ table, before, after }) =>
    tables.includes(table) ? [before, after].filter((one) => one !== null) : [],
  )

function isTrustChanged({ before, after, isSecret }: RevertedRow): boolean {
  if (isSecret || !before || !after) return true
  const names = Object.keys({ ...before, ...after }).filter((name) => !PLAIN.includes(name))
  return names.some((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
}

const toMapping = (image: Image): Mapping => ({
  defaultRoleIds: image['default_role_ids'] as string[],
  groupRoles: image['group_roles'] as readonly GroupRole[],
  // An image from before there was the column has none.
  groupTeams: (image['group_teams'] ?? []) as readonly GroupTeam[],
})
