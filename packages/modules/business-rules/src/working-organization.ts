import { type Caller, sql } from '@plinth/core'
import { inScope } from '@plinth/core/data'

/**
 * The organization whose rules meet what a caller does: the one that they work in, else their own where they may see it,
 * for looking at all organizations is no way around rules. Null for a caller who has none.
 */
export function governingOrganization({ actor, scope }: Caller): string | null {
  const { tenantId, organizationId, organizationIds } = scope
  if (organizationId !== null) return organizationId
  const home = actor.homeTenantId === tenantId ? actor.homeOrganizationId : null
  return home !== null && (organizationIds === null || organizationIds.includes(home)) ? home : null
}

/** The rows of the organization that is worked in, else of all that are seen (decision 48); `alias` is the table. */
export function isShown({ scope }: Pick<Caller, 'scope'>, alias: string) {
  const { organizationId } = scope
  if (organizationId === null) return inScope(scope, alias)
  return sql`${inScope(scope, alias)} and ${sql.ref(`${alias}.organization_id`)} = ${organizationId}`
}

/** Those of them that are not deleted. */
export const isShownAndLive = (caller: Pick<Caller, 'scope'>, alias: string) =>
  sql`${isShown(caller, alias)} and ${sql.ref(`${alias}.deleted_at`)} is null`
