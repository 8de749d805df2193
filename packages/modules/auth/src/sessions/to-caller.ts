import type { Actor, Caller } from '@plinth/core'
import {
  type Acl,
  compileGrants,
  isOrganizationAllowed,
  organizationForCheck,
  type OrganizationTree,
  resolveScope,
} from '@plinth/core/acl'

/** What a caller is created from, once identity and rights are known. */
export interface CallerParts {
  readonly actor: Pick<Actor, 'id' | 'kind' | 'userId' | 'email' | 'roles' | 'roleIds' | 'teams' | 'custom'>
  /** The caller's home tenant and organization. */
  readonly identity: { readonly tenantId: string; readonly organizationId: string | null }
  /** Their rights in `tenantId`, the tenant of `tree`. */
  readonly acl: Acl
  readonly tenantId: string
  readonly tree: OrganizationTree
  readonly selectedOrganizationId?: string | undefined
}

/** Creates a caller in a tenant, with the organizations of its data and the grants that apply there. */
export function toCaller(parts: CallerParts): Caller {
  const { identity, acl, tenantId, tree, selectedOrganizationId } = parts
  const scope = resolveScope({ identity, acl, tree, selectedTenantId: tenantId, selectedOrganizationId })
  const organizationId = organizationForCheck(scope, identity.organizationId)
  // Rights in deleted organizations have no effect (decision: Empty restrictions).
  const isSomewhere = scope.allowedIds === null || scope.allowedIds.length > 0
  const isAllowed =
    acl.isSuperAdmin ||
    (isSomewhere && isOrganizationAllowed({ organizations: acl.organizations, organizationId, tree }))
  const actor: Actor = {
    ...parts.actor,
    isSuperAdmin: acl.isSuperAdmin,
    grants: compileGrants(isAllowed ? acl.features : []),
    allowedOrganizationIds: scope.allowedIds,
    ...(acl.layers && !acl.isSuperAdmin && { layers: acl.layers }),
    homeTenantId: identity.tenantId,
    homeOrganizationId: identity.organizationId,
    sessionId: null,
  }
  const organizationIds = scope.filterIds ?? scope.allowedIds
  return { actor, scope: { tenantId, organizationId: scope.selectedId, organizationIds } }
}
