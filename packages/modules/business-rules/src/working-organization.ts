import type { Actor, Scope } from '@plinth/core'

/**
 * The organization whose rules a caller works with: the selected one, else their own where they may see it. Rules
 * belong to exactly one (section 6.1); null for a caller who works in none.
 */
export function workingOrganization({ actor, scope }: { readonly actor: Actor; readonly scope: Scope }): string | null {
  const { tenantId, organizationId, organizationIds } = scope
  if (organizationId !== null) return organizationId
  const home = actor.homeTenantId === tenantId ? actor.homeOrganizationId : null
  return home !== null && (organizationIds === null || organizationIds.includes(home)) ? home : null
}
