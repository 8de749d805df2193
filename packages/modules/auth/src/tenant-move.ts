import { badInput, type CommandContext, type Sql, sql } from '@plinth/core'
import { assertSuperAdmin } from '@plinth/core/acl'
import { inTenant, type RevertedRow } from '@plinth/core/data'
import { organizationOwners } from '@plinth/directory'
import { deleteSessions } from './sessions/delete-sessions.ts'
import { ListView, TeamMember, User, UserAcl, UserConsent, UserRole, UserSidebar } from './entities.ts'
import { loadAssignedRoles, resolveRoles } from './roles/held-roles.ts'
import { revokePasswordLinks } from './password-links.ts'
import { assertAddressAllowed } from './users/allowed-addresses.ts'
import { staleTags } from './users/user-rows.ts'

/** Tables of data that an account has only in its tenant. */
const LEFT_BEHIND = [UserAcl, UserRole, UserSidebar, UserConsent, TeamMember, ListView] as readonly (typeof UserRole)[]

/** Tables of data that belong to the person behind the account and move with it. */
const CARRIED = ['confirmed_addresses', 'password_tokens', 'sign_ins', 'login_challenges']

/**
 * Like `CARRIED`, but recorded: undo and redo of a move restore these rows themselves, so the rows in the other tenant get new
 * ids.
 */
const CARRIED_RECORDED = ['second_factors', 'recovery_codes']

/**
 * Moves an account to an organization of another tenant, for a super admin, and returns that tenant. Rights, links, preferences
 * and consents belong to the old tenant; roles of all tenants are kept unless others are named. The change is logged in the old
 * tenant.
 */
export async function moveToTenant(
  ctx: CommandContext,
  {
    id,
    email,
    organizationId,
    roles,
  }: {
    readonly id: string
    readonly email: string
    readonly organizationId: string
    readonly roles: readonly string[] | undefined
  },
): Promise<string> {
  const { actor, widenScope, inject, invalidate, scope, now } = ctx
  assertSuperAdmin(actor)
  const at = now().toISOString()
  const tenantId = await inject(organizationOwners).of(organizationId)
  if (tenantId === null) throw badInput('Organization not found')
  await assertAddressAllowed(ctx, { userId: id, tenantId, email, formerEmail: null })
  // What groups and connections of the old tenant give ends with it.
  const { held, own } = await loadAssignedRoles(ctx, id)
  const tokens = roles ?? held.filter((role) => role.tenantId === null && own.has(role.id)).map((role) => role.id)
  await deleteSessions(ctx, { userId: id })
  await revokePasswordLinks(ctx, id)
  const carried = await widenScope('tenant', 'take a user out of the tenant', async ({ db, from }) => {
    for (const entity of LEFT_BEHIND) await from.delete(entity, 'x').where('x.userId', '=', id).execute()
    return takeAlong({ db, scope }, [...CARRIED, ...CARRIED_RECORDED], id)
  })
  await widenScope('allTenants', 'move a user to another tenant', async ({ db, from }) => {
    const rolesAfter = await resolveRoles({ widenScope: ctx.widenScope, from, scope: { ...scope, tenantId } }, tokens)
    await from
      .update(User, 'u')
      .set({ tenantId, organizationId })
      .where('u.tenantId', '=', scope.tenantId)
      .where('u.id', '=', id)
      .execute()
    await putDown(db, tenantId, carried)
    await sql`insert into user_roles (id, tenant_id, user_id, role_id, created_at, updated_at)
      select gen_random_uuid(), ${tenantId}::uuid, ${id}::uuid, role_id, ${at}::timestamptz, ${at}::timestamptz
      from unnest(${rolesAfter.map((role) => role.id)}::uuid[]) role_id`.execute(db)
  })
  invalidate(...staleTags(tenantId, id))
  return tenantId
}

/**
 * Does the same for undo and redo of a move. They find the account's logins and the data that moves with it in the tenant that
 * the account leaves, because neither is recorded. Returns a function to call once the rows have moved.
 */
export async function carryAlong(ctx: CommandContext, rows: readonly RevertedRow[]): Promise<() => Promise<void>> {
  const { actor, widenScope, invalidate } = ctx
  const moves = rows.flatMap(({ table, id, before, after }) => {
    const [from, to] = [before?.['tenant_id'], after?.['tenant_id']]
    return table === 'users' && from && to && from !== to ? [{ id, from: String(from), to: String(to) }] : []
  })
  if (moves.length > 0) assertSuperAdmin(actor)
  const arrivals: { readonly to: string; readonly carried: readonly CarriedRows[] }[] = []
  for (const { id, from, to } of moves) {
    const carried = await widenScope('allTenants', 'take a user out of the tenant', async ({ db }) => {
      const scope = { ...ctx.scope, tenantId: from }
      await deleteSessions({ db, scope, invalidate }, { userId: id })
      return takeAlong({ db, scope }, CARRIED, id)
    })
    invalidate(...staleTags(from, id), ...staleTags(to, id))
    arrivals.push({ to, carried })
  }
  return async () => {
    for (const { to, carried } of arrivals)
      await widenScope('allTenants', 'move a user to another tenant', ({ db }) => putDown(db, to, carried))
  }
}

interface CarriedRows {
  readonly table: string
  readonly rows: readonly string[]
}

async function putDown(db: Sql, tenantId: string, carried: readonly CarriedRows[]): Promise<void> {
  for (const { table, rows } of carried)
    await sql`insert into ${sql.table(table)} select (jsonb_populate_record(null::${sql.table(table)},
      row || jsonb_build_object('tenant_id', ${tenantId}::uuid, 'id', ${
        CARRIED_RECORDED.includes(table) ? sql`gen_random_uuid()` : sql`row -> 'id'`
      }))).* from unnest(${rows}::jsonb[]) row`.execute(db)
}

/** Removes the rows that move along first, because they must always have the tenant of their account. */
async function takeAlong(
  { db, scope }: Pick<CommandContext, 'db' | 'scope'>,
  tables: readonly string[],
  userId: string,
): Promise<readonly CarriedRows[]> {
  const carried: CarriedRows[] = []
  for (const table of tables) {
    const { rows } = await sql<{ row: string }>`delete from ${sql.table(table)} as gone
      where ${inTenant(scope, 'gone')} and user_id = ${userId} returning to_jsonb(gone)::text as row`.execute(db)
    carried.push({ table, rows: rows.map(({ row }) => row) })
  }
  return carried
}
