import { badInput, type CommandContext, forbidden, inSlices } from '@plinth/core'
import { anyOf } from '@plinth/core/data'
import { type Acl, type StoredPolicies, toLayers } from '@plinth/core/acl'
import type { RevertedRow } from '@plinth/core/data'
import { organizationTrees } from '@plinth/directory'
import { assertDecidingKept } from './rights/caller-values.ts'
import { assertMayActFor } from './rights/credential-boundary.ts'
import { deleteSessions } from './sessions/delete-sessions.ts'
import { User, UserRole } from './entities.ts'
import { assertAddressesAllowed } from './users/allowed-addresses.ts'
import { assertProvenOwner } from './factors/fresh-sign-in.ts'
import { tellOfRevert } from './mail/restoring-links.ts'
import { revertTeams } from './teams/team-changes.ts'
import { carryAlong } from './tenant-move.ts'
import { assertMayAssign, assertMayGrant, lockGrants, NO_RIGHTS, rightsOf, unionOf } from './rights/grant-boundary.ts'
import { type HeldRole, loadAllRoles, loadHeldRoles, loadRolesByUser } from './roles/held-roles.ts'
import { assertMayName, normalizeRoleName } from './roles/role-names.ts'
import { assertMayChangeRights } from './rights/super-admins.ts'
import { watchRights } from './rights/watch-rights.ts'
import { watchLimit } from './rights-limit.ts'

/**
 * Applies the checks of the corresponding commands to undo and redo of everything that grants rights (decisions: Grant boundary;
 * Undo with current permissions; Revocation boundary): accounts within the caller's organizations, credentials, roles that only
 * super admins may change, and rights given and removed.
 */
export async function beforeRevert(ctx: CommandContext, rows: readonly RevertedRow[]): Promise<() => Promise<void>> {
  await lockGrants(ctx)
  await assertAddressesAllowed(ctx, rows)
  for (const { table, id, before, after } of rows)
    if (table === 'users' && before && after && before['email'] !== after['email']) assertProvenOwner(ctx, id)
  assertKept(ctx, rows)
  const affected = await affectedUsers(ctx, rows)
  const assertFit = await watchLimit(ctx, affected)
  const watched = await watchRights(ctx, { userIds: affected })
  const arrive = await carryAlong(ctx, rows)
  const assertTeams = revertTeams(ctx, rows)
  const assertUnharmed = async () => {
    await arrive()
    await endLogins(ctx, rows)
    await assertTeams()
    await assertFit()
    await watched()
    await tellOfRevert(ctx, rows)
  }
  if (rightsOf(ctx.actor).isSuperAdmin) return assertUnharmed
  await assertDecidingKept(ctx, rows)
  await assertAccounts(ctx, rows)
  const assignments = rows.filter(({ table }) => table === 'user_roles')
  if (assignments.length > 0)
    await assertMayChangeRights(ctx, ...new Set(assignments.map((row) => column(row, 'user_id'))))
  await assertGiven(
    ctx,
    assignments.filter(({ after }) => after !== null).map((row) => column(row, 'role_id')),
  )
  for (const row of rows) {
    if (row.table === 'users') await assertAccount(ctx, row)
    if (row.table === 'roles') assertRole(ctx, row)
    if (row.table === 'role_acls' || row.table === 'user_acls') await assertRights(ctx, row)
  }
  const exchanged = await loadRolesByUser(ctx, namedUsers(rows))
  return async () => {
    await assertUnharmed()
    await assertHeldRoles(ctx, exchanged)
  }
}

/** Throws 400 if the caller's own account would be deleted or deactivated, like the commands. */
function assertKept({ actor }: CommandContext, rows: readonly RevertedRow[]): void {
  if (actor.kind === 'system') return
  const own = rows.find(({ table, id }) => table === 'users' && id === actor.userId)
  if (!own || !isUsable(own.before)) return
  if (own.after === null || own.after['deleted_at'] != null) throw badInput('You cannot delete your own account.')
  if (!isUsable(own.after)) throw badInput('You cannot deactivate your own account.')
}

const isUsable = (image: RevertedRow['before']) =>
  image !== null && image['deleted_at'] == null && image['is_active'] !== false

const column = ({ before, after }: RevertedRow, name: string) => String((after ?? before)?.[name])

const USER_TABLES = new Set(['user_acls', 'user_roles', 'team_members'])

/** Users whose account, rights, roles or teams are in the reverted rows. */
function namedUsers(rows: readonly RevertedRow[]): string[] {
  const ids = rows.flatMap((row) => {
    if (row.table === 'users') return [row.id]
    return USER_TABLES.has(row.table) ? [column(row, 'user_id')] : []
  })
  return [...new Set(ids)]
}

/** These users, and the holders of roles whose rights change. */
async function affectedUsers({ from }: CommandContext, rows: readonly RevertedRow[]): Promise<string[]> {
  const roleIds = rows.filter(({ table }) => table === 'role_acls').map((row) => column(row, 'role_id'))
  const userIds = namedUsers(rows)
  if (roleIds.length === 0) return userIds
  const holders = await from(UserRole, 'h')
    .select('h.userId')
    .distinct()
    .where('h.roleId', '=', anyOf(roleIds))
    .execute()
  return [...new Set([...userIds, ...holders.map(({ userId }) => userId)])]
}

/**
 * Throws 403 for accounts outside the caller's organizations. Accounts without an organization require a caller of the whole
 * tenant.
 */
async function assertAccounts({ actor, widenScope }: CommandContext, rows: readonly RevertedRow[]): Promise<void> {
  const { allowedOrganizationIds } = actor
  if (allowedOrganizationIds === null) return
  const ids = namedUsers(rows)
  const found = await widenScope('tenant', 'see where accounts of a revert live', ({ from }) =>
    from(User, 'u').select('u.organizationId').where('u.id', '=', anyOf(ids)).execute(),
  )
  const homes = found.map(({ organizationId }) => organizationId)
  const moved = rows.filter(({ table }) => table === 'users').flatMap(({ before, after }) => [before, after])
  const all = [...homes, ...moved.flatMap((image) => (image ? [image['organization_id'] as string | null] : []))]
  if (all.some((id) => id === null || !allowedOrganizationIds.includes(id)))
    throw forbidden('This action changed a user outside your organizations.')
}

/** Ends the logins of accounts that are deactivated again. Logins are not recorded, so those created since still exist. */
async function endLogins(ctx: CommandContext, rows: readonly RevertedRow[]): Promise<void> {
  for (const { table, id, before, after } of rows)
    if (table === 'users' && before?.['is_active'] !== false && after?.['is_active'] === false)
      await deleteSessions(ctx, { userId: id })
}

/** Throws 403 when reverting the credentials or the organization of an account that may do more than the actor. */
async function assertAccount(ctx: CommandContext, { id, before, after, isSecret }: RevertedRow): Promise<void> {
  if (!before || !after) return
  if (isSecret || before['email'] !== after['email']) await assertMayActFor(ctx, id, 'change the credentials of')
  if (before['organization_id'] !== after['organization_id']) await assertMayActFor(ctx, id, 'move')
}

function assertRole({ actor, scope }: CommandContext, { before, after }: RevertedRow): void {
  for (const image of [before, after]) {
    if (!image) continue
    if (image['tenant_id'] !== scope.tenantId || normalizeRoleName(String(image['name'])) === 'superadmin')
      throw forbidden('Only super administrators may change this role.')
  }
  if (after && after['name'] !== before?.['name']) assertMayName(actor, String(after['name']))
}

/** Each role that is given again is checked by itself, also if another source gives it: it may outlast that one. */
async function assertGiven(ctx: CommandContext, roleIds: readonly string[]): Promise<void> {
  const tree = await ctx.inject(organizationTrees).of(ctx.scope.tenantId)
  assertMayAssign(ctx.actor, { before: [], after: [...(await loadAllRoles(ctx, roleIds)).values()], tree })
}

/** Removing a user's individual rights leaves those of their roles. */
async function assertRights(ctx: CommandContext, row: RevertedRow): Promise<void> {
  const { actor, inject, scope } = ctx
  const tree = await inject(organizationTrees).of(scope.tenantId)
  const remainingAcl =
    row.table === 'user_acls' ? unionOf(await loadHeldRoles(ctx, column(row, 'user_id')), tree) : NO_RIGHTS
  assertMayGrant({ actor, before: toAcl(row.before) ?? remainingAcl, after: toAcl(row.after) ?? remainingAcl, tree })
}

type RolesByUser = ReadonlyMap<string, readonly HeldRole[]>

/** Individual rights override those of roles, but may be removed later, so roles are compared as if there were none. */
async function assertHeldRoles(ctx: CommandContext, rolesByUser: RolesByUser): Promise<void> {
  const tree = await ctx.inject(organizationTrees).of(ctx.scope.tenantId)
  const now = await loadRolesByUser(ctx, [...rolesByUser.keys()])
  await inSlices(
    (function* () {
      for (const [id, before] of rolesByUser) {
        assertMayAssign(ctx.actor, { before, after: now.get(id)!, tree })
        yield
      }
    })(),
  )
}

function toAcl(row: RevertedRow['before']): Acl | null {
  return (
    row && {
      isSuperAdmin: row['is_super_admin'] === true,
      features: row['features'] as readonly string[],
      organizations: row['organizations'] as readonly string[] | null,
      layers: toLayers([
        {
          source: { kind: 'user' },
          features: row['features'] as readonly string[],
          policies: (row['policies'] ?? null) as StoredPolicies | null,
        },
      ]),
    }
  )
}
