import {
  type CommandContext,
  type Context,
  forbidden,
  notFound,
  type Scope,
  sql,
  type SystemContext,
} from '@plinth/core'
import { assertSuperAdmin } from '@plinth/core/acl'
import { tags } from '../contract.ts'
import { Role, UserRole } from '../entities.ts'
import { loadRoles } from './held-roles.ts'
import { normalizeRoleName } from './role-names.ts'

/** A role as commands read it. */
export interface RoleRow {
  readonly id: string
  /** Null for a role of all tenants. */
  readonly tenantId: string | null
  readonly name: string
  /** Whether the role has the super-admin flag in any tenant. */
  readonly isSuperAdmin: boolean
}

/** The role, or null if it is not visible to the tenant. */
export async function findRole(ctx: Pick<Context, 'widenScope' | 'scope'>, id: string): Promise<RoleRow | null> {
  const [role] = await loadRoles(ctx, [id])
  return role ? { id, tenantId: role.tenantId, name: role.name, isSuperAdmin: role.acl?.isSuperAdmin ?? false } : null
}

/**
 * The role, locked until the command ends, so that it cannot be assigned meanwhile. Throws 404 if it is not visible to the
 * tenant, 403 if only super admins may change it: roles of all tenants (decision: Global roles) and super-admin roles. Its row is
 * locked before its places, as by a command that runs again.
 */
export async function lockRole(ctx: Context, id: string): Promise<RoleRow> {
  const seen = await findRole(ctx, id)
  if (!seen) throw notFound('Role')
  assertMayChange(ctx, seen)
  await withRoles(ctx, { inAllTenants: seen.tenantId === null }, async ({ db, from }) => {
    await from.lock(Role, id, () => notFound('Role'))
    await sql`select auth_lock_role(${id})`.execute(db)
  })
  const role = await findRole(ctx, id)
  if (!role) throw notFound('Role')
  return role
}

/** Throws 403 unless the actor may change the role. */
export function assertMayChange({ actor }: Pick<Context, 'actor'>, role: RoleRow): void {
  if (actor.isSuperAdmin || actor.kind === 'system') return
  if (role.tenantId === null) throw forbidden('Only super administrators may change roles of all tenants.')
  if (role.isSuperAdmin || normalizeRoleName(role.name) === 'superadmin')
    throw forbidden('Only super administrators may change the superadmin role.')
}

/** Whether anybody holds the role. Call it while the role is locked. */
export async function isAssigned(ctx: Context, { id, tenantId }: RoleRow): Promise<boolean> {
  const holders = await withRoles(ctx, { inAllTenants: tenantId === null }, ({ from }) =>
    from(UserRole, 'h').select('h.id').where('h.roleId', '=', id).limit(1).execute(),
  )
  return holders.length > 0
}

/**
 * Writes to `roles`. Rows that move to or from another tenant, including roles of all tenants, are written as a super admin.
 * Changes are logged where the super admin works.
 */
export async function withRoles<T>(
  { actor, widenScope, db, from }: Pick<CommandContext, 'actor' | 'widenScope' | 'db' | 'from'>,
  { inAllTenants }: { readonly inAllTenants: boolean },
  work: (reach: Pick<SystemContext, 'db' | 'from'>) => Promise<T>,
): Promise<T> {
  if (!inAllTenants) return work({ db, from })
  assertSuperAdmin(actor)
  return widenScope('allTenants', 'change a role of all tenants', work)
}

/** The tags to invalidate when a role of these owners or its rights were written; null stands for all tenants. */
export function staleRoleTags({ tenantId }: Pick<Scope, 'tenantId'>, ...owners: readonly (string | null)[]): string[] {
  return [tags.acl(tenantId), ...(owners.includes(null) ? [tags.globalAcl] : [])]
}
