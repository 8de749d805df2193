import { type Acl, type CommandContext, forbidden, sql } from '@plinth/core'
import { organizationTrees } from '@plinth/directory'
import { assertMayActFor } from './credential-boundary.ts'
import { assertMayAssign, assertMayGrant, lockGrants, rightsOf, unionOf } from './grant-boundary.ts'
import { type HeldRole, loadHeldRoles, loadRoles } from './held-roles.ts'
import { assertSuperAdminLeft } from './super-admins.ts'

type Writing = CommandContext<unknown>
type Image = Readonly<Record<string, unknown>> | null

interface Change {
  readonly table: string
  readonly id: string
  readonly before: Image
  readonly after: Image
  /** Whether a password went with it. */
  readonly isSecret: boolean
}

/**
 * Holds undo and redo to the boundaries of grants and credentials (decision 13): what somebody may not do by a command,
 * they may not do by turning somebody's command either.
 */
export async function assertTurnWithin(ctx: Writing): Promise<void> {
  const changes = await readChanges(ctx)
  if (changes.length === 0) return
  await lockGrants(ctx)
  const roles = await loadRoles(ctx, rolesIn(changes))
  if (changes.some((change) => takesFlag(change, roles))) {
    if (!rightsOf(ctx.actor).isSuperAdmin) throw forbidden('Only super administrators may change the rights of one.')
    await assertSuperAdminLeft(ctx)
  }
  if (rightsOf(ctx.actor).isSuperAdmin) return
  for (const change of changes) {
    if (change.table === 'users') await assertCredentials(ctx, change)
    if (change.table === 'user_acls' || change.table === 'role_acls') await assertRights(ctx, change)
  }
  await assertRoles(ctx, changes, roles)
}

function readChanges({ asSystem, scope, entryId }: Writing): Promise<readonly Change[]> {
  return asSystem('see which rights and passwords a turn moved', async ({ db }) => {
    const { rows } = await sql<Change>`
      select c.table_name as "table", c.row_id as id, c.before, c.after, s.seq is not null as "isSecret"
      from plinth.changes c left join plinth.kept_secrets s using (tenant_id, entry_id, seq)
      where c.tenant_id = ${scope.tenantId} and c.entry_id = ${entryId}
        and c.table_name in ('users', 'user_acls', 'role_acls', 'user_roles') order by c.seq`.execute(db)
    return rows
  })
}

const rolesIn = (changes: readonly Change[]): string[] =>
  changes.flatMap(({ table, before, after }) =>
    table === 'user_roles' ? [(before ?? after)?.['role_id'] as string] : [],
  )

/** Whether somebody is a super admin no longer, or less surely so. */
function takesFlag({ table, before, after }: Change, roles: readonly HeldRole[]): boolean {
  if (table === 'user_roles') return after === null && isFlagged(roles, before)
  return before?.['is_super_admin'] === true && after?.['is_super_admin'] !== true
}

const isFlagged = (roles: readonly HeldRole[], row: Image) =>
  roles.some(({ id, acl }) => id === row?.['role_id'] && acl?.isSuperAdmin === true)

async function assertCredentials(ctx: Writing, { id, before, after, isSecret }: Change): Promise<void> {
  if (before && after && (isSecret || before['email'] !== after['email'])) await assertMayActFor(ctx, id)
}

/** Rights of their own that a user loses leave those of the roles. */
async function assertRights(ctx: Writing, { table, before, after }: Change): Promise<void> {
  const { actor, get, scope } = ctx
  const tree = await get(organizationTrees).of(scope.tenantId)
  const left =
    table === 'user_acls' && before ? unionOf(await loadHeldRoles(ctx, String(before['user_id'])), tree) : NOTHING
  assertMayGrant({ actor, before: toAcl(before) ?? NOTHING, after: toAcl(after) ?? left, tree })
}

async function assertRoles(
  { actor, get, scope }: Writing,
  changes: readonly Change[],
  roles: readonly HeldRole[],
): Promise<void> {
  const given = changes.filter(({ table, after }) => table === 'user_roles' && after !== null)
  const after = roles.filter(({ id }) => given.some((change) => change.after?.['role_id'] === id))
  if (after.length === 0) return
  assertMayAssign(actor, { before: [], after, tree: await get(organizationTrees).of(scope.tenantId) })
}

const NOTHING: Acl = { isSuperAdmin: false, features: [], organizations: [] }

function toAcl(row: Image): Acl | null {
  return (
    row && {
      isSuperAdmin: row['is_super_admin'] === true,
      features: row['features'] as readonly string[],
      organizations: row['organizations'] as readonly string[] | null,
    }
  )
}
