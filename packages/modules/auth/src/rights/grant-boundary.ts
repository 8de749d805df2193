import { type Actor, type Context, forbidden, sql } from '@plinth/core'
import { type Acl, checkGrantBoundary, effectiveAcl, type OrganizationTree, toBoundaryError } from '@plinth/core/acl'
import type { HeldRole } from '../roles/held-roles.ts'
import { normalizeRoleName } from '../roles/role-names.ts'

/** The rights of somebody who has none. */
export const NO_RIGHTS: Acl = { isSuperAdmin: false, features: [], organizations: [] }

/** What an actor may hand on (decision 13). The platform itself is bound by nothing. */
export function rightsOf({ isSuperAdmin, kind, grants, allowedOrganizationIds }: Actor): Acl {
  return {
    isSuperAdmin: isSuperAdmin || kind === 'system',
    features: grants.list,
    organizations: allowedOrganizationIds,
  }
}

/** What roles allow together, whatever else their holder has. */
export function unionOf(roles: readonly HeldRole[], tree: OrganizationTree): Acl {
  const roleAcls = roles.flatMap(({ id, name, acl }) =>
    acl ? [{ ...acl, source: { kind: 'role' as const, id, name } }] : [],
  )
  return effectiveAcl({ userAcl: null, roleAcls, superAdmin: false, tree })
}

/** A change of rights as a whole: those before, and those after. */
export interface GrantChange {
  readonly actor: Actor
  readonly before: Acl
  readonly after: Acl
  readonly tree: OrganizationTree
}

/** Throws 403 where a change gives more than the actor has, platform features included. */
export function assertMayGrant({ actor, before, after, tree }: GrantChange): void {
  const boundary = checkGrantBoundary({
    actor: rightsOf(actor),
    requested: after,
    previous: before,
    tree,
    platformFeatures: 'require',
  })
  const error = toBoundaryError(boundary)
  if (error) throw error
}

/**
 * Throws 403 where exchanging a user's roles gives, or takes from a super admin, what the actor does not hold. A user's
 * own ACL hides what roles give, but may go later: roles are compared as if there were none.
 */
export function assertMayAssign(
  actor: Actor,
  { before, after, tree }: { before: readonly HeldRole[]; after: readonly HeldRole[]; tree: OrganizationTree },
): void {
  if (rightsOf(actor).isSuperAdmin) return
  const added = after.filter(({ id }) => !before.some((held) => held.id === id))
  if (added.some(({ name }) => normalizeRoleName(name) === 'superadmin'))
    throw forbidden('Only super administrators can assign the superadmin role.')
  assertMayGrant({ actor, before: unionOf(before, tree), after: unionOf(after, tree), tree })
}

/**
 * Makes changes of rights in a tenant wait for each other until commit: what is compared with the boundary must still be so then,
 * and two changes that are harmless apart may not be together. `exclusive` (default) is for what changes many people's rights:
 * roles, organizations, reverts. `shared` is for one account or key, whose own row the caller has locked or just made: these
 * wait for the former only, and not for each other.
 */
export async function lockGrants(
  { db, scope }: Pick<Context, 'db' | 'scope'>,
  mode: 'exclusive' | 'shared' = 'exclusive',
): Promise<void> {
  const key = sql`hashtextextended(${`auth.grants:${scope.tenantId}`}, 0)`
  await (
    mode === 'shared' ? sql`select pg_advisory_xact_lock_shared(${key})` : sql`select pg_advisory_xact_lock(${key})`
  ).execute(db)
}
