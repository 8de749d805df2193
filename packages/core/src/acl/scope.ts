import { type Acl, ALL_ORGANIZATIONS, normalizeOrganizations } from './acl.ts'
import type { OrganizationTree } from './organizations.ts'

/** Whose data a request may touch. Null lists mean "no restriction within the tenant". */
export interface OrganizationScope {
  readonly tenantId: string | null
  /** The one organization the caller works in, if any. */
  readonly selectedId: string | null
  /** Organizations whose rows are shown. Never reaches beyond `allowedIds`. */
  readonly filterIds: readonly string[] | null
  /** Organizations the caller could select. */
  readonly allowedIds: readonly string[] | null
}

/** The caller's own tenant and home organization, before any cookie. */
export interface ScopeIdentity {
  readonly tenantId: string | null
  readonly organizationId: string | null
}

/** Inputs of `resolveScope`. Selections are cookie values: undefined without a cookie, `__all__` for all. */
export interface ScopeQuestion {
  readonly identity: ScopeIdentity
  readonly acl: Pick<Acl, 'isSuperAdmin' | 'organizations'>
  readonly selectedTenantId?: string | null | undefined
  readonly selectedOrganizationId?: string | null | undefined
  /** Non-deleted organizations of the tenant that `selectTenant` answers. */
  readonly tree: OrganizationTree
}

/** The tenant of a request: the selected one for super admins, everybody else's own. */
export function selectTenant({
  identity,
  acl,
  selectedTenantId,
}: Omit<ScopeQuestion, 'tree' | 'acl'> & {
  readonly acl: Pick<Acl, 'isSuperAdmin'>
}): string | null {
  return (acl.isSuperAdmin && selectedTenantId) || identity.tenantId
}

/**
 * Resolves the organization scope of a request (decisions 12 and 48): the one asked for, else the caller's
 * own, none for `__all__`. An organization that is not in the tenant or not allowed is never selected, and asking for it
 * never shows more than the home organization does.
 */
export function resolveScope(question: ScopeQuestion): OrganizationScope {
  const { identity, acl, tree } = question
  const tenantId = selectTenant(question)
  if (tenantId === null) return { tenantId, selectedId: null, filterIds: null, allowedIds: null }

  const atHome = tenantId === identity.tenantId
  const home =
    atHome && identity.organizationId !== null && tree.has(identity.organizationId) ? identity.organizationId : null
  const homeIds = home === null ? [] : tree.subtree(home)
  const allowedIds = toAllowedIds({ acl, tree, homeIds })
  const isAllowed = (id: string) => tree.has(id) && (allowedIds === null || allowedIds.includes(id))

  const requested = question.selectedOrganizationId || undefined
  const isAll = requested === ALL_ORGANIZATIONS
  const candidate = isAll ? null : (requested ?? home)
  const selectedId = candidate !== null && isAllowed(candidate) ? candidate : null

  const shown = (): readonly string[] | null => {
    // A super admin who has selected nothing works at home and sees everything.
    const isByDefault = acl.isSuperAdmin && requested === undefined
    if (selectedId !== null && !isByDefault) return tree.subtree(selectedId)
    if (allowedIds !== null) return allowedIds
    const homeless = atHome && identity.organizationId === null && requested === undefined
    return acl.isSuperAdmin || isAll || homeless ? null : homeIds
  }
  return { tenantId, selectedId, filterIds: shown(), allowedIds }
}

/** The organization the feature check of an endpoint is made for: selected, else home if allowed, else the first allowed. */
export function organizationForCheck(scope: OrganizationScope, homeId: string | null): string | null {
  if (scope.selectedId !== null) return scope.selectedId
  if (scope.allowedIds === null) return homeId
  return homeId !== null && scope.allowedIds.includes(homeId) ? homeId : (scope.allowedIds[0] ?? null)
}

/** Organization ids for a list's `where`: null for no filter, `[]` for nothing (read empty, write 403). */
export function organizationFilter(scope: OrganizationScope, fallbackId: string | null): readonly string[] | null {
  if (scope.tenantId === null) return []
  if (scope.filterIds === null) return scope.allowedIds
  if (scope.filterIds.length > 0) return scope.filterIds
  const isAllowed = fallbackId !== null && (scope.allowedIds === null || scope.allowedIds.includes(fallbackId))
  return isAllowed ? [fallbackId] : []
}

/** Whoever is granted no organization sees their own (6.4); organizations that are gone are none at all (decision 41). */
function toAllowedIds({ acl, tree, homeIds }: Pick<ScopeQuestion, 'acl' | 'tree'> & { homeIds: readonly string[] }) {
  const granted = acl.isSuperAdmin ? null : normalizeOrganizations(acl.organizations)
  if (granted === null) return null
  if (granted.length === 0) return homeIds
  const ids = new Set<string>()
  for (const id of granted) if (!ids.has(id)) for (const below of tree.subtree(id)) ids.add(below)
  return [...ids]
}
