import { type Actor, type Scope, sql } from '@plinth/core'

/** Who works where, as every context says. */
interface Caller {
  readonly actor: Actor
  readonly scope: Scope
}

/**
 * The organization whose rules a caller works with: the selected one, else their own where they may see it. Rules
 * belong to exactly one (section 6.1); null for a caller who works in none.
 */
export function workingOrganization({ actor, scope }: Caller): string | null {
  const { tenantId, organizationId, organizationIds } = scope
  if (organizationId !== null) return organizationId
  const home = actor.homeTenantId === tenantId ? actor.homeOrganizationId : null
  return home !== null && (organizationIds === null || organizationIds.includes(home)) ? home : null
}

/** The rows of the caller's organization that are not deleted; `alias` is the table as the query names it. */
export function isOwn(caller: Caller, alias: string) {
  const { tenantId } = caller.scope
  return sql`${sql.ref(`${alias}.tenant_id`)} = ${tenantId}
    and ${sql.ref(`${alias}.organization_id`)} = ${workingOrganization(caller)} and ${sql.ref(`${alias}.deleted_at`)} is null`
}
