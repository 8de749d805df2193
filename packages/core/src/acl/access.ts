import { forbidden } from '../errors.ts'
import { type Acl, ALL_ORGANIZATIONS } from './acl.ts'
import type { Grants } from './grants.ts'
import type { OrganizationTree } from './scope.ts'

/** What an endpoint's requirement is checked against; `grants` is `compileGrants(acl.features)`, kept beside it. */
export interface AccessQuestion {
  readonly acl: Acl
  readonly grants: Grants
  readonly features: readonly string[]
  /** The organization in context (`organizationForCheck`), or null when there is none. */
  readonly organizationId: string | null
  readonly tree: OrganizationTree
}

/** `isSuperAdmin OR (organization check AND all features)`. */
export function isAllowed({ acl, grants, features, organizationId, tree }: AccessQuestion): boolean {
  if (acl.isSuperAdmin) return true
  return isOrganizationAllowed({ organizations: acl.organizations, organizationId, tree }) && grants.hasAll(features)
}

/** Throws 403 with `requiredFeatures`, which browsers rely on, unless the access is allowed. */
export function assertAllowed(question: AccessQuestion): void {
  if (!isAllowed(question)) throw forbidden('Forbidden', { requiredFeatures: question.features })
}

/** True when there is no organization in context, no restriction, or a granted organization is it or above it. */
export function isOrganizationAllowed({
  organizations,
  organizationId,
  tree,
}: {
  readonly organizations: readonly string[] | null
  readonly organizationId: string | null
  readonly tree: OrganizationTree
}): boolean {
  if (organizations === null || organizationId === null) return true
  return organizations.some(
    (id) => id === organizationId || id === ALL_ORGANIZATIONS || tree.isWithin(organizationId, id),
  )
}
