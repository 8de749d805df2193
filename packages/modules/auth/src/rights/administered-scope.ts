import type { Context } from '@plinth/core'
import { roleTenantOf, Role, User } from '../entities.ts'

/** Where accounts and roles are administered. */
export interface AdministeredScope {
  readonly tenantId: string
  /** The organization the log files the work under. Default: the caller's own selection. */
  readonly organizationId?: string | null
}

/**
 * Works in a tenant as the caller, over all organizations that the caller may choose.
 *
 * Accounts are administered by the caller's rights, not by the organization that they have selected, and a
 * super admin does it in the tenant of the account or role. Both need another scope than the request's, and a
 * unit of work has exactly one: so the whole work moves to a caller of that scope with the same actor. Rows, the
 * log entry, policies, cache tags and the undo header then agree on the tenant, and row level security holds there.
 * Only super admins reach another tenant than their own; everybody else stays where they are.
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
  return ctx.within({ actor, scope: targetScope }, work)
}

/** `administer` in the tenant that a user or role belongs to. An unknown id is looked for in the caller's own, and not found. */
export async function administerOwner<T>(
  ctx: Context,
  { table, id }: { readonly table: 'users' | 'roles'; readonly id: string },
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const owner = ctx.actor.isSuperAdmin ? await findOwner(ctx, table, id) : null
  return administer(ctx, { tenantId: owner ?? ctx.scope.tenantId }, work)
}

async function findOwner({ lookUp }: Context, table: 'users' | 'roles', id: string): Promise<string | null> {
  const columns = ['tenantId'] as const
  const row = table === 'users' ? await lookUp(User, { id }, columns) : await lookUp(Role, { id }, columns)
  return row && roleTenantOf(row.tenantId)
}

/** Whether two restrictions name the same organizations, in whatever order and however often; null is no restriction. */
export function areSame(left: readonly string[] | null, right: readonly string[] | null): boolean {
  if (left === null || right === null || left === right) return left === right
  const [one, other] = [new Set(left), new Set(right)]
  return one.size === other.size && left.every((id) => other.has(id))
}
