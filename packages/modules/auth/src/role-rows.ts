import { type CommandContext, type Context, forbidden, notFound, type Sql, sql } from '@plinth/core'
import { normalizeRoleName } from '@plinth/core/acl'

/** A role as commands see it. */
export interface RoleRow {
  readonly id: string
  /** Null for a role of all tenants. */
  readonly tenantId: string | null
  readonly name: string
  /** Whether it carries the super-admin flag anywhere. */
  readonly isSuperAdmin: boolean
}

type Acting = Pick<Context, 'asSystem' | 'actor' | 'scope' | 'db'>

/** The role if the tenant can see it; else null. */
export async function findRole({ asSystem, scope }: Omit<Acting, 'actor' | 'db'>, id: string): Promise<RoleRow | null> {
  return asSystem('read a role and its flag', async ({ db }) => {
    const { rows } = await sql<RoleRow>`
      select id, tenant_id as "tenantId", name,
        exists (select from role_acls a where a.role_id = r.id and a.is_super_admin) as "isSuperAdmin"
      from roles r where id = ${id} and (tenant_id = ${scope.tenantId} or tenant_id is null)`.execute(db)
    return rows[0] ?? null
  })
}

/**
 * The role, locked until the command ends: nobody can be given it meanwhile. Throws 404 for what the tenant does not
 * see, 403 for what only super admins may change: roles of all tenants (decision 14) and super-admin roles.
 */
export async function lockRole(ctx: Acting, id: string): Promise<RoleRow> {
  const seen = await findRole(ctx, id)
  if (!seen) throw notFound('Role')
  assertMayChange(ctx, seen)
  await withRoles(ctx, seen, (db) => sql`select from roles where id = ${id} for update`.execute(db))
  const role = await findRole(ctx, id)
  if (!role) throw notFound('Role')
  return role
}

/** Throws 403 unless the actor may change the role. */
export function assertMayChange({ actor }: Pick<Acting, 'actor'>, role: RoleRow): void {
  if (actor.isSuperAdmin || actor.kind === 'system') return
  if (role.tenantId === null) throw forbidden('Only super administrators may change roles of all tenants.')
  if (role.isSuperAdmin || normalizeRoleName(role.name) === 'superadmin')
    throw forbidden('Only super administrators may change the superadmin role.')
}

/** Whether anybody holds the role; asked under its lock. */
export async function isAssigned(ctx: Acting, { id, tenantId }: RoleRow): Promise<boolean> {
  const { rows } = await withRoles(ctx, { tenantId }, (db) =>
    sql<{ isHeld: boolean }>`select exists (select from user_roles where role_id = ${id}) as "isHeld"`.execute(db),
  )
  return rows[0]?.isHeld ?? false
}

/** Writes to `roles`: those of all tenants are beyond any tenant's policies, and their changes are logged where the super admin works. */
export function withRoles<T>(
  { asSystem, db }: Pick<CommandContext<unknown>, 'asSystem' | 'db'>,
  { tenantId }: Pick<RoleRow, 'tenantId'>,
  work: (db: Sql) => Promise<T>,
): Promise<T> {
  return tenantId === null ? asSystem('change a role of all tenants', ({ db: all }) => work(all)) : work(db)
}
