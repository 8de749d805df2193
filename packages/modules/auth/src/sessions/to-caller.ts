import type { Actor, Caller } from '@plinth/core'
import {
  type Acl,
  compileGrants,
  isOrganizationAllowed,
  organizationForCheck,
  type OrganizationTree,
  resolveScope,
} from '@plinth/core/acl'

/** What a caller is made of, once their identity and their rights are known. */
export interface CallerParts {
  readonly actor: Pick<Actor, 'id' | 'kind' | 'userId' | 'email' | 'roles'>
  /** Where the caller is at home. */
  readonly identity: { readonly tenantId: string; readonly organizationId: string | null }
  /** Their rights in `tenantId`, whose organizations `tree` holds. */
  readonly acl: Acl
  readonly tenantId: string
  readonly tree: OrganizationTree
  readonly selectedOrganizationId?: string | undefined
}

/** Puts a caller in a tenant: the organizations of their data, and the grants that count there. */
export function toCaller(parts: CallerParts): Caller {
  const { identity, acl, tenantId, tree, selectedOrganizationId } = parts
  const scope = resolveScope({ identity, acl, tree, selectedTenantId: tenantId, selectedOrganizationId })
  const organizationId = organizationForCheck(scope, identity.organizationId)
  // Rights in organizations that are gone are rights nowhere (decision 41).
  const isSomewhere = scope.allowedIds === null || scope.allowedIds.length > 0
  const isAllowed =
    acl.isSuperAdmin ||
    (isSomewhere && isOrganizationAllowed({ organizations: acl.organizations, organizationId, tree }))
  const actor: Actor = {
    ...parts.actor,
    isSuperAdmin: acl.isSuperAdmin,
    grants: compileGrants(isAllowed ? acl.features : []),
    allowedOrganizationIds: scope.allowedIds,
    homeTenantId: identity.tenantId,
    homeOrganizationId: identity.organizationId,
    sessionId: null,
  }
  const organizationIds = scope.filterIds ?? scope.allowedIds
  return { actor, scope: { tenantId, organizationId: scope.selectedId, organizationIds } }
}
