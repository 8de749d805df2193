import { compileGrants } from './grants.ts'
import type { OrganizationTree } from './scope.ts'

/** The rights of somebody in a tenant. `organizations` is null for all of them; a list includes descendants (decision 12). */
export interface Acl {
  readonly isSuperAdmin: boolean
  readonly features: readonly string[]
  readonly organizations: readonly string[] | null
}

/** A stored row of rights, and whose row it is, so that decisions can be explained. */
export interface AclEntry extends Acl {
  readonly source: AclSource
}

/** A user's own row, or that of one of their roles. */
export type AclSource =
  | { readonly kind: 'user' }
  | { readonly kind: 'role'; readonly id: string; readonly name: string }

/** What confines an API key beyond its roles. */
interface KeyLimits {
  /** The organization the key is bound to, or null for a key of the whole tenant. */
  readonly organizationId: string | null
  /** Present rights of whoever made the key; null only for a key that no person stands behind. */
  readonly creator: Acl | null
}

/** Everything the rights of a user or an API key in one tenant are computed from. */
export interface AclSubject {
  /** The user's row for this tenant; it replaces the roles completely. */
  readonly userAcl: AclEntry | null
  /** Rows for this tenant of the roles held, in a stable order. */
  readonly roleAcls: readonly AclEntry[]
  /** True when any row of the user, or of any role linked to them, in any tenant, carries the flag (6.2, step 1). */
  readonly superAdmin: boolean
  /** Present for an API key. */
  readonly key?: KeyLimits | undefined
  /** Organizations of the tenant; decides which of two lists lies within the other. */
  readonly tree: OrganizationTree
}

/** A super admin's rights. */
const ALL_RIGHTS: Acl = Object.freeze({ isSuperAdmin: true, features: ['*'], organizations: null })

/**
 * The effective rights of a subject. Super admin comes from the flag only; a user's own row replaces
 * the union of role rows; an API key is confined to its organization and to what its creator may do today.
 */
export function effectiveAcl(subject: AclSubject): Acl {
  const own = ownAcl(subject)
  return subject.key ? confineToKey(own, subject.key, subject.tree) : own
}

/** The rows that count for a subject: their own if there is one, else those of their roles. */
export function countingEntries({ userAcl, roleAcls }: Pick<AclSubject, 'userAcl' | 'roleAcls'>): readonly AclEntry[] {
  return userAcl ? [userAcl] : roleAcls
}

/** Grants that both lists cover. Exact, because two grants are always nested or disjoint. */
export function intersectFeatures(left: readonly string[], right: readonly string[]): string[] {
  const inLeft = compileGrants(left)
  const inRight = compileGrants(right)
  return normalizeFeatures([...left.filter(inRight.covers), ...right.filter(inLeft.covers)])
}

/** Organizations that both lists reach, descendants included; null stands for all. */
export function intersectOrganizations(
  left: readonly string[] | null,
  right: readonly string[] | null,
  tree: OrganizationTree,
): readonly string[] | null {
  if (left === null) return right
  if (right === null) return left
  const reached = (id: string, by: readonly string[]) => by.some((other) => other === id || tree.isWithin(id, other))
  return normalizeFeatures([...left.filter((id) => reached(id, right)), ...right.filter((id) => reached(id, left))])
}

function ownAcl({ userAcl, roleAcls, superAdmin }: AclSubject): Acl {
  if (superAdmin || userAcl?.isSuperAdmin || roleAcls.some((row) => row.isSuperAdmin)) return ALL_RIGHTS
  const entries = countingEntries({ userAcl, roleAcls })
  const lists = entries.map((row) => normalizeOrganizations(row.organizations))
  return {
    isSuperAdmin: false,
    features: normalizeFeatures(entries.flatMap((row) => row.features)),
    organizations: lists.includes(null) ? null : normalizeFeatures(lists.flatMap((list) => list ?? [])),
  }
}

function confineToKey(own: Acl, { organizationId, creator }: KeyLimits, tree: OrganizationTree): Acl {
  const bound = organizationId === null ? null : [organizationId]
  const limit = creator ?? own
  return {
    // The flag opens every tenant and organization, so a key bound to one organization cannot carry it.
    isSuperAdmin: own.isSuperAdmin && limit.isSuperAdmin && bound === null,
    features: intersectFeatures(own.features, limit.features),
    organizations: intersectOrganizations(
      intersectOrganizations(own.organizations, limit.organizations, tree),
      bound,
      tree,
    ),
  }
}

/** The entry in a list of organizations that stands for all of them, and the cookie value that selects all. */
export const ALL_ORGANIZATIONS = '__all__'

/** Trims, drops empty entries and duplicates, and keeps the order of first mention. */
export function normalizeFeatures(features: Iterable<string>): string[] {
  const kept = new Set<string>()
  for (const feature of features) {
    const trimmed = feature.trim()
    if (trimmed !== '') kept.add(trimmed)
  }
  return [...kept]
}

/** Stored or sent organizations in one form: `null` for all of the tenant (also for `__all__`), else distinct ids (decision 12). */
export function normalizeOrganizations(organizations: Iterable<string> | null | undefined): string[] | null {
  if (organizations === null || organizations === undefined) return null
  const ids = normalizeFeatures(organizations)
  return ids.includes(ALL_ORGANIZATIONS) ? null : ids
}

/**
 * A role name as it is compared: compatibility forms folded, invisible characters removed, spaces collapsed and
 * trimmed, lower case. Two roles of a tenant may not share it.
 */
export function normalizeRoleName(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toLowerCase()
}

/** Names of the roles every tenant begins with; only super admins may create or rename to them. */
const RESERVED_ROLE_NAMES: readonly string[] = Object.freeze(['superadmin', 'admin', 'employee'])

/** True for a reserved role name in any spelling that looks like one, such as `SuperAdmin ` or `super admin`. */
export function isReservedRoleName(name: string): boolean {
  return RESERVED_ROLE_NAMES.includes(normalizeRoleName(name).replaceAll(/[\s_-]/gu, ''))
}
