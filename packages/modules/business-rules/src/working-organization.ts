import { type Caller, type Context, type Scope, sql } from '@plinth/core'
import { type Declared, type Expression, type ExpressionBuilder, inScope, type SqlBool } from '@plinth/core/data'

/**
 * The organization whose rules apply to what a caller does: the selected one, otherwise their own if they can see it, so that
 * viewing all organizations does not bypass rules. Null for a caller without one.
 */
export function governingOrganization({ actor, scope }: Caller): string | null {
  const { tenantId, organizationId, organizationIds } = scope
  if (organizationId !== null) return organizationId
  const home = actor.homeTenantId === tenantId ? actor.homeOrganizationId : null
  return home !== null && (organizationIds === null || organizationIds.includes(home)) ? home : null
}

/**
 * Restricts rows to the selected organization, or to all visible ones if none is selected (decision: Organization of a request);
 * `alias` is the table alias.
 */
export function isShown({ scope }: Pick<Caller, 'scope'>, alias: string) {
  const { organizationId } = scope
  if (organizationId === null) return inScope(scope, alias)
  return sql`${inScope(scope, alias)} and ${sql.ref(`${alias}.organization_id`)} = ${organizationId}`
}

/** Like `isShown`, not deleted, and permitted by the caller's row policies. */
export const isShownAndLive = (ctx: Pick<Context, 'scope' | 'from'>, entity: Declared, alias: string) =>
  sql`${isShown(ctx, alias)} and ${ctx.from.isVisible(entity, alias)} and ${sql.ref(`${alias}.deleted_at`)} is null`

/** The conditions of `isShown` for the rows of a list. */
export function shownConditions(
  eb: ExpressionBuilder<{ readonly row: { organizationId: string; deletedAt: string | null } }, 'row'>,
  { organizationId }: Scope,
): readonly Expression<SqlBool>[] {
  const isLive = eb('row.deletedAt', 'is', null)
  return organizationId === null ? [isLive] : [isLive, eb('row.organizationId', '=', organizationId)]
}
