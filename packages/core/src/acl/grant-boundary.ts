import { forbidden, type PlatformError } from '../errors.ts'
import type { PolicyLayer } from '../define/row-policies.ts'
import type { Acl } from './effective-acl.ts'
import { ALL_ORGANIZATIONS, distinctTexts, normalizeOrganizations } from './organization-lists.ts'
import { compileGrants } from './grants.ts'
import { fieldsBeyond } from './field-policies.ts'
import { rowsBeyond } from './row-policies.ts'
import { isOrganizationAllowed, type OrganizationTree } from './organization-tree.ts'

/** The rights that an actor grants, and those that the recipient has now. */
export interface GrantQuestion {
  readonly actor: Acl
  /** The requested rights; absent properties keep their current value. */
  readonly requested: Partial<Acl>
  /** The recipient's current rights: the stored row or, for a user without one, the effective ACL; null if new. */
  readonly previous: Acl | null
  /** Organizations of the tenant that the rights apply to. */
  readonly tree: OrganizationTree
  /**
   * `drop` (default) removes platform features from an ACL and reports it as sanitized. `require` treats them like any other
   * feature: for assigning a role or creating a key, where nothing can be left out.
   */
  readonly platformFeatures?: 'drop' | 'require'
}

/** The rights to store, what was removed, and what the actor lacks. Store them only if `isWithin`. */
export interface GrantBoundary extends Acl {
  readonly isWithin: boolean
  /** True if a platform feature was removed: the documented `sanitized`. */
  readonly sanitized: boolean
  readonly dropped: readonly string[]
  /** Requested features that the actor does not hold. */
  readonly missing: readonly string[]
  /** Requested organizations that the actor cannot reach; `__all__` stands for all organizations. */
  readonly missingOrganizations: readonly string[]
  /** Kinds of resources of which more rows would become visible than the actor sees. */
  readonly missingRows: readonly string[]
  /** Kinds of which more fields could be read or written than by the actor. */
  readonly missingFields: readonly string[]
  /** The same for what would be taken away. */
  readonly untakable: readonly string[]
  readonly untakableOrganizations: readonly string[]
  /** How the super-admin flag would change although the actor is not a super admin (removing it is forbidden as well). */
  readonly superAdminChange: 'granted' | 'revoked' | null
}

/**
 * The grant boundary (decisions: Grant boundary; Revocation boundary): actors can neither grant a feature, the super-admin flag or
 * an organization that they do not hold, nor revoke what they could not grant again. Keeping existing rights is always allowed.
 * However, adding features to rights that reach beyond the actor's organizations, or organizations to features beyond the actor's,
 * is a grant, whether or not a feature is named (decision: Empty restrictions).
 */
export function checkGrantBoundary(question: GrantQuestion): GrantBoundary {
  const { actor, requested, previous, tree, platformFeatures = 'drop' } = question
  const isSuperAdmin = requested.isSuperAdmin ?? previous?.isSuperAdmin ?? false
  const requestedFeatures = distinctTexts(requested.features ?? previous?.features ?? [])
  const organizations = normalizeOrganizations(
    requested.organizations === undefined ? previous?.organizations : requested.organizations,
  )
  if (actor.isSuperAdmin) return { isSuperAdmin, features: requestedFeatures, organizations, ...WITHIN }

  const held = compileGrants(actor.features)
  const before = previous && withAllRights(previous)
  const had = compileGrants(before?.features ?? [])
  const isDropped = (id: string) => platformFeatures === 'drop' && isPlatformFeature(id) && !had.covers(id)
  const features = requestedFeatures.filter((id) => !isDropped(id))
  const dropped = requestedFeatures.filter(isDropped)
  const stored = { isSuperAdmin, features, organizations }

  const mayGive = (id: string) => held.covers(id)
  const mayTake = (id: string) => mayGive(id) && !(platformFeatures === 'drop' && isPlatformFeature(id))
  const limit = actor.organizations
  const granted = rightsBeyond({ from: before, to: stored, mayGive, limit, tree })
  const taken = before && rightsBeyond({ from: withAllRights(stored), to: before, mayGive: mayTake, limit, tree })
  const superAdminChange = toChange(previous?.isSuperAdmin ?? false, isSuperAdmin)
  const [missing, missingOrganizations] = [granted.features, granted.organizations]
  const change = actor.layers && {
    actor: actor.layers,
    from: entriesOf(previous, {}),
    to: entriesOf(previous, requested),
  }
  const missingRows = change ? rowsBeyond(change) : []
  const missingFields = change ? fieldsBeyond(change) : []
  const [untakable, untakableOrganizations] = [taken?.features ?? [], taken?.organizations ?? []]
  const crossed = [missing, missingOrganizations, missingRows, missingFields, untakable, untakableOrganizations]
  return {
    ...stored,
    dropped,
    sanitized: dropped.length > 0,
    missing,
    missingOrganizations,
    missingRows,
    missingFields,
    untakable,
    untakableOrganizations,
    superAdminChange,
    isWithin: superAdminChange === null && crossed.every((ids) => ids.length === 0),
  }
}

/** The entries of rights after a change of them, which keeps policies that it does not name. */
function entriesOf(previous: Acl | null, { features, layers }: Partial<Acl>): PolicyLayer {
  const kept = layers ?? previous?.layers ?? []
  const given = features ?? previous?.features ?? []
  if (kept.length === 0) return [{ source: { kind: 'user' }, features: given, policies: null }]
  return kept.flat().map((entry) => (features && !layers ? { ...entry, features } : entry))
}

/** The rights of a super admin, listed explicitly. */
const withAllRights = (acl: Acl): Acl => (acl.isSuperAdmin ? { ...acl, features: ['*'], organizations: null } : acl)

interface AclChange {
  readonly from: Acl | null
  readonly to: Acl
  readonly mayGive: (featureId: string) => boolean
  readonly limit: readonly string[] | null
  readonly tree: OrganizationTree
}

/** What `to` allows beyond `from` that the actor cannot grant. */
function rightsBeyond({ from, to, mayGive, limit, tree }: AclChange) {
  const had = compileGrants(from?.features ?? [])
  const added = to.features.filter((id) => !had.covers(id))
  const beyond = (other: readonly string[] | null) =>
    organizationsBeyond({ organizations: to.organizations, limit: other, tree })
  const widened = from === null ? [] : beyond(from.organizations)
  const outside = beyond(limit)
  return {
    features: (widened.length > 0 ? to.features : added).filter((id) => !mayGive(id)),
    organizations: from === null || added.length > 0 ? outside : outside.filter((id) => widened.includes(id)),
  }
}

/** The 403 for a violated boundary, listing features and organizations; null if there is no violation. */
export function toBoundaryError(boundary: GrantBoundary): PlatformError | null {
  if (boundary.isWithin) return null
  const {
    missing,
    missingOrganizations,
    missingRows,
    missingFields,
    untakable,
    untakableOrganizations,
    superAdminChange,
  } = boundary
  const reasons = [
    ...(superAdminChange === null
      ? []
      : [`Only super administrators may ${VERBS[superAdminChange]} super admin access.`]),
    ...(missing.length === 0 ? [] : [`You cannot grant features that you do not have: ${missing.join(', ')}.`]),
    ...(missingOrganizations.length === 0 ? [] : ['You cannot grant access to organizations outside your own.']),
    ...(missingRows.length === 0
      ? []
      : [`You cannot grant access to more rows than you see: ${missingRows.join(', ')}.`]),
    ...(missingFields.length === 0
      ? []
      : [`You cannot grant access to more fields than you have: ${missingFields.join(', ')}.`]),
    ...(untakable.length === 0 ? [] : [`You cannot remove features that you cannot grant: ${untakable.join(', ')}.`]),
    ...(untakableOrganizations.length === 0 ? [] : ['You cannot remove access to organizations outside your own.']),
  ]
  return forbidden(reasons.join(' '), {
    missingFeatures: [...new Set([...missing, ...untakable])],
    missingOrganizations: [...new Set([...missingOrganizations, ...untakableOrganizations])],
  })
}

/** True for `*`, `directory.*` and everything that starts with `directory.tenants`. */
export function isPlatformFeature(featureId: string): boolean {
  return featureId === '*' || featureId === 'directory.*' || featureId.startsWith('directory.tenants')
}

const WITHIN = {
  isWithin: true,
  sanitized: false,
  dropped: [],
  missing: [],
  missingOrganizations: [],
  missingRows: [],
  missingFields: [],
  untakable: [],
  untakableOrganizations: [],
  superAdminChange: null,
} as const

const VERBS = { granted: 'grant', revoked: 'revoke' } as const

function toChange(before: boolean, after: boolean): GrantBoundary['superAdminChange'] {
  if (before === after) return null
  return after ? 'granted' : 'revoked'
}

function organizationsBeyond({
  organizations,
  limit,
  tree,
}: {
  readonly organizations: readonly string[] | null
  readonly limit: readonly string[] | null
  readonly tree: OrganizationTree
}): readonly string[] {
  if (limit === null) return []
  if (organizations === null) return [ALL_ORGANIZATIONS]
  return organizations.filter((id) => !isOrganizationAllowed({ organizations: limit, organizationId: id, tree }))
}
