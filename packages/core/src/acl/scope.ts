import type { Acl } from './effective-acl.ts'
import { ALL_ORGANIZATIONS, normalizeOrganizations } from './organization-lists.ts'
import type { OrganizationTree } from './organization-tree.ts'

/** The data that a request may access. Null lists mean "no restriction within the tenant". */
interface OrganizationScope {
  readonly tenantId: string | null
  /** The organization that the caller works in, if any. */
  readonly selectedId: string | null
  /** Organizations whose rows are visible. Always within `allowedIds`. */
  readonly filterIds: readonly string[] | null
  /** Organizations that the caller may select. */
  readonly allowedIds: readonly string[] | null
}

/** The caller's own tenant and home organization, before cookies are considered. */
interface ScopeIdentity {
  readonly tenantId: string | null
  readonly organizationId: string | null
}

/** Inputs of `resolveScope`. Selections are cookie values: undefined without a cookie, `__all__` for all. */
interface ScopeQuestion {
  readonly identity: ScopeIdentity
  readonly acl: Pick<Acl, 'isSuperAdmin' | 'organizations'>
  readonly selectedTenantId?: string | null | undefined
  readonly selectedOrganizationId?: string | null | undefined
  /** Non-deleted organizations of the tenant that `selectTenant` returns. */
  readonly tree: OrganizationTree
}

/** The tenant of a request: the selected one for super admins, otherwise the caller's own. */
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
 * Resolves the organization scope of a request (decisions: Grant matching; Organization of a request): the selected organization,
 * otherwise the caller's own, or none for `__all__`. An organization that is not in the tenant or not allowed is never selected,
 * and selecting it never shows more than the home organization does.
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
    // A super admin without a selection works in the home organization and sees everything.
    const isByDefault = acl.isSuperAdmin && requested === undefined
    if (selectedId !== null && !isByDefault) return tree.subtree(selectedId)
    if (allowedIds !== null) return allowedIds
    const homeless = atHome && identity.organizationId === null && requested === undefined
    return acl.isSuperAdmin || isAll || homeless ? null : homeIds
  }
  return { tenantId, selectedId, filterIds: shown(), allowedIds }
}

/**
 * The organization for the feature check of a route: the selected one, otherwise home if allowed, otherwise the first allowed
 * one.
 */
export function organizationForCheck(scope: OrganizationScope, homeId: string | null): string | null {
  if (scope.selectedId !== null) return scope.selectedId
  if (scope.allowedIds === null) return homeId
  return homeId !== null && scope.allowedIds.includes(homeId) ? homeId : (scope.allowedIds[0] ?? null)
}

/**
 * An empty grant means the caller's own organization (decision: Grant matching); organizations that no longer exist mean none
 * (decision: Empty restrictions).
 */
function toAllowedIds({ acl, tree, homeIds }: Pick<ScopeQuestion, 'acl' | 'tree'> & { homeIds: readonly string[] }) {
  const granted = acl.isSuperAdmin ? null : normalizeOrganizations(acl.organizations)
  if (granted === null) return null
  if (granted.length === 0) return homeIds
  const ids = new Set<string>()
  for (const id of granted) if (!ids.has(id)) for (const below of tree.subtree(id)) ids.add(below)
  return [...ids]
}
