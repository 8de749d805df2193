import { type Actor, badInput, type Context, forbidden, sql } from '@plinth/core'
import { type Acl, checkGrantBoundary, effectiveAcl, type OrganizationTree, toBoundaryError } from '@plinth/core/acl'
import { organizationTrees } from '@plinth/directory'
import { type HeldRole, loadRoles } from '../roles/held-roles.ts'
import { normalizeRoleName } from '../roles/role-names.ts'
import { chunksOf, ROLES_AT_ONCE } from '../roles/role-chunks.ts'

/** Empty rights. */
export const NO_RIGHTS: Acl = { isSuperAdmin: false, features: [], organizations: [] }

/** The rights that an actor may grant (decision: Grant boundary). The platform itself is not restricted. */
export function rightsOf({ isSuperAdmin, kind, grants, allowedOrganizationIds, layers }: Actor): Acl {
  return {
    isSuperAdmin: isSuperAdmin || kind === 'system',
    features: grants.list,
    organizations: allowedOrganizationIds,
    ...(layers && { layers }),
  }
}

/** The combined rights of several roles, ignoring any individual rights of the holder. */
export function unionOf(roles: readonly HeldRole[], tree: OrganizationTree): Acl {
  const roleAcls = roles.flatMap(({ id, name, acl }) =>
    acl ? [{ ...acl, source: { kind: 'role' as const, id, name } }] : [],
  )
  return effectiveAcl({ userAcl: null, roleAcls, superAdmin: false, tree })
}

/** A change of rights as a whole: before and after. */
export interface GrantChange {
  readonly actor: Actor
  readonly before: Acl
  readonly after: Acl
  readonly tree: OrganizationTree
}

/** Throws 403 if a change grants more than the actor has, platform features included. */
export function assertMayGrant({ actor, before, after, tree }: GrantChange): void {
  const boundary = checkGrantBoundary({
    actor: rightsOf(actor),
    // Rights without layers restrict nothing.
    requested: { ...after, layers: after.layers ?? [] },
    previous: before,
    tree,
    platformFeatures: 'require',
  })
  const error = toBoundaryError(boundary)
  if (error) throw error
}

/**
 * Throws 403 if replacing a user's roles grants something that the actor does not have, or takes such a right from a super
 * admin. Individual rights override those of roles, but may be removed later, so roles are compared as if there were none. For the
 * same reason, added and removed roles are also checked by themselves: what others grant now may be taken later.
 */
export function assertMayAssign(
  actor: Actor,
  { before, after, tree }: { before: readonly HeldRole[]; after: readonly HeldRole[]; tree: OrganizationTree },
): void {
  if (rightsOf(actor).isSuperAdmin) return
  const added = after.filter(({ id }) => !before.some((held) => held.id === id))
  if (added.some(({ name }) => normalizeRoleName(name) === 'superadmin'))
    throw forbidden('Only super administrators can assign the superadmin role.')
  const removed = before.filter(({ id }) => !after.some((kept) => kept.id === id))
  assertMayGrant({ actor, before: unionOf(before, tree), after: unionOf(after, tree), tree })
  if (added.length > 0) assertMayGrant({ actor, before: NO_RIGHTS, after: unionOf(added, tree), tree })
  if (removed.length > 0) assertMayGrant({ actor, before: unionOf(removed, tree), after: NO_RIGHTS, tree })
}

/**
 * Throws unless the actor could give these roles to somebody now, even if nobody has them yet: 400 for unknown roles, 403 beyond
 * the grant boundary. For whatever gives roles later: groups, connections, defaults. Call it while holding `lockGrants`.
 */
export async function assertMayGiveRoles(
  ctx: Pick<Context, 'actor' | 'widenScope' | 'inject' | 'scope'>,
  roleIds: readonly string[],
): Promise<void> {
  const { actor, inject, scope } = ctx
  const tree = await inject(organizationTrees).of(scope.tenantId)
  // What several roles allow together is within the actor's rights if each of them is.
  for (const ids of chunksOf([...new Set(roleIds)], ROLES_AT_ONCE)) {
    const roles = await loadRoles(ctx, ids)
    const unknown = ids.filter((id) => !roles.some((role) => role.id === id))
    if (unknown.length > 0) throw badInput(`Role(s) not found: ${unknown.map((id) => `"${id}"`).join(', ')}`)
    assertMayAssign(actor, { before: [], after: roles, tree })
  }
}

/**
 * Serializes changes of rights in a tenant until commit: rights compared with the grant boundary must not change in between, and
 * two changes that are each harmless may not be harmless together. `exclusive` (default) is for changes that affect many people:
 * roles, organizations, reverts. `shared` is for a single account or key, whose row the caller has locked or just created; these
 * wait for exclusive changes only, not for each other.
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
