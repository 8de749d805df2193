import type { Context } from '@plinth/core'
import { roleTenantOf, Role, User } from '../entities.ts'

/** Where accounts and roles are administered. */
export interface AdministeredScope {
  readonly tenantId: string
  /** The organization under which the log files the work. Default: the one the caller has selected. */
  readonly organizationId?: string | null
}

/**
 * Runs `work` in a tenant as the caller, over all organizations that the caller may choose.
 *
 * Accounts are administered with the caller's rights, regardless of the selected organization, and a super admin administers
 * them in the tenant of the account or role. Both require a different scope from that of the request, and a unit of work has
 * exactly one scope. The whole work therefore runs as a caller with that scope and the same actor. Rows, log entry, policies,
 * cache tags and the undo header agree on the tenant, and row-level security applies there. Only super admins can reach a
 * tenant other than their own.
 */
export function administer<T>(
  ctx: Context,
  { tenantId, organizationId }: AdministeredScope,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const { actor, scope } = ctx
  const isHere = tenantId === scope.tenantId || !actor.isSuperAdmin
  const organizationIds = isHere && actor.kind === 'system' ? scope.organizationIds : actor.allowedOrganizationIds
  const targetScope = {
    tenantId: isHere ? scope.tenantId : tenantId,
    organizationId: organizationId === undefined ? (isHere ? scope.organizationId : null) : organizationId,
    organizationIds,
  }
  const isSame =
    isHere && targetScope.organizationId === scope.organizationId && areSame(organizationIds, scope.organizationIds)
  if (isSame) return work(ctx)
  return ctx.actAs({ actor, scope: targetScope, reason: 'administer accounts and roles' }, work)
}

/**
 * Runs `administer` in the tenant of a user or role. An unknown id is looked up in the caller's own tenant, where it is not
 * found.
 */
export async function administerOwner<T>(
  ctx: Context,
  { table, id }: { readonly table: 'users' | 'roles'; readonly id: string },
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const owner = ctx.actor.isSuperAdmin ? await findOwner(ctx, table, id) : null
  return administer(ctx, { tenantId: owner ?? ctx.scope.tenantId }, work)
}

async function findOwner({ widenScope }: Context, table: 'users' | 'roles', id: string): Promise<string | null> {
  const columns = ['tenantId'] as const
  const row = await widenScope('allTenants', 'find the tenant of an account or role', ({ findUnique }) =>
    table === 'users' ? findUnique(User, { id }, columns) : findUnique(Role, { id }, columns),
  )
  return row && roleTenantOf(row.tenantId)
}

/** Whether two restrictions contain the same organizations, ignoring order and duplicates; null means unrestricted. */
export function areSame(left: readonly string[] | null, right: readonly string[] | null): boolean {
  if (left === null || right === null || left === right) return left === right
  const [one, other] = [new Set(left), new Set(right)]
  return one.size === other.size && left.every((id) => other.has(id))
}
