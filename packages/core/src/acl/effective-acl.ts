import { compileGrants } from './grants.ts'
import { distinctTexts, normalizeOrganizations } from './organization-lists.ts'
import type { AclSource, PolicyLayer, StoredPolicies } from '../define/row-policies.ts'
import type { OrganizationTree } from './organization-tree.ts'
import { toLayers } from './row-policies.ts'

/** Rights in a tenant. `organizations` is null for all of them; a list includes descendants (decision: Grant matching). */
export interface Acl {
  readonly isSuperAdmin: boolean
  readonly features: readonly string[]
  readonly organizations: readonly string[] | null
  /** What restricts the rows; absent or empty for nothing. */
  readonly layers?: readonly PolicyLayer[]
}

/** A stored row of rights and its owner, so that decisions can be explained. */
export interface AclEntry extends Acl {
  readonly source: AclSource
  /** Its row policies; null or absent for none. */
  readonly policies?: StoredPolicies | null
}

/** What restricts an API key in addition to its roles. */
interface KeyLimits {
  /** The organization that the key is bound to, or null for a key of the whole tenant. */
  readonly organizationId: string | null
  /** Current rights of the key's creator; null for a key without one. */
  readonly creator: Acl | null
}

/** Everything that determines the rights of a user or an API key in a tenant. */
export interface AclSubject {
  /** The user's own row for this tenant; it replaces the roles completely. */
  readonly userAcl: AclEntry | null
  /** Rows for this tenant of the subject's roles, in a stable order. */
  readonly roleAcls: readonly AclEntry[]
  /** True if any row of the user, or of any of the user's roles, in any tenant, has the super-admin flag. */
  readonly superAdmin: boolean
  /** Set for an API key. */
  readonly key?: KeyLimits | undefined
  /** Organizations of the tenant, used to intersect organization lists. */
  readonly tree: OrganizationTree
}

/** The rights of a super admin. */
const ALL_RIGHTS: Acl = Object.freeze({ isSuperAdmin: true, features: ['*'], organizations: null })

/**
 * The effective rights of a subject. Super admin depends only on the flag; a user's own row replaces the union of role rows; an
 * API key is restricted to its organization and to the current rights of its creator.
 */
export function effectiveAcl(subject: AclSubject): Acl {
  const own = ownAcl(subject)
  return subject.key ? confineToKey(own, subject.key, subject.tree) : own
}

/** The rows that apply to a subject: its own row if there is one, otherwise those of its roles. */
export function countingEntries({ userAcl, roleAcls }: Pick<AclSubject, 'userAcl' | 'roleAcls'>): readonly AclEntry[] {
  return userAcl ? [userAcl] : roleAcls
}

/** The intersection of two grant lists. Exact, because two grants are always nested or disjoint. */
export function intersectFeatures(left: readonly string[], right: readonly string[]): string[] {
  const inLeft = compileGrants(left)
  const inRight = compileGrants(right)
  return distinctTexts([...left.filter(inRight.covers), ...right.filter(inLeft.covers)])
}

/** Organizations that both lists reach, descendants included; null means all. */
export function intersectOrganizations(
  left: readonly string[] | null,
  right: readonly string[] | null,
  tree: OrganizationTree,
): readonly string[] | null {
  if (left === null) return right
  if (right === null) return left
  const reached = (id: string, by: readonly string[]) => by.some((other) => other === id || tree.isWithin(id, other))
  return distinctTexts([...left.filter((id) => reached(id, right)), ...right.filter((id) => reached(id, left))])
}

function ownAcl({ userAcl, roleAcls, superAdmin }: AclSubject): Acl {
  if (superAdmin || userAcl?.isSuperAdmin || roleAcls.some((row) => row.isSuperAdmin)) return ALL_RIGHTS
  const entries = countingEntries({ userAcl, roleAcls })
  const lists = entries.map((row) => normalizeOrganizations(row.organizations))
  return {
    isSuperAdmin: false,
    features: distinctTexts(entries.flatMap((row) => row.features)),
    organizations: lists.includes(null) ? null : distinctTexts(lists.flatMap((list) => list ?? [])),
    ...layersOf(entries),
  }
}

/** Absent without policies, so that rights remain as they are. */
function layersOf(entries: readonly AclEntry[]): Pick<Acl, 'layers'> {
  const own = toLayers(entries.map(({ source, features, policies = null }) => ({ source, features, policies })))
  const layers = [...own, ...entries.flatMap((entry) => (entry.policies ? [] : (entry.layers ?? [])))]
  return layers.length > 0 ? { layers } : {}
}

function confineToKey(own: Acl, { organizationId, creator }: KeyLimits, tree: OrganizationTree): Acl {
  const bound = organizationId === null ? null : [organizationId]
  const limit = creator ?? own
  const layers = [...(own.layers ?? []), ...(creator?.layers ?? [])]
  return {
    ...(layers.length > 0 && { layers }),
    // The flag grants access to every tenant and organization, so a key bound to one organization cannot have it.
    isSuperAdmin: own.isSuperAdmin && limit.isSuperAdmin && bound === null,
    features: intersectFeatures(own.features, limit.features),
    organizations: intersectOrganizations(
      intersectOrganizations(own.organizations, limit.organizations, tree),
      bound,
      tree,
    ),
  }
}
