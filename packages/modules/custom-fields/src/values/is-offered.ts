import { type Scope, sql } from '@plinth/core'
import { anyOf, type Expression, type Extension, type SqlBool } from '@plinth/core/data'

/**
 * Whether row `r` of a module's entity can be chosen for a relation: it is not deleted, and is not an account that the caller
 * may not see.
 */
export function isOffered({ rows, deletedAt }: Extension, { organizationIds }: Scope): Expression<SqlBool> {
  const isLive = deletedAt ? sql`${sql.ref('r.deletedAt')} is null` : sql`true`
  if (rows !== 'accounts' || organizationIds === null) return sql<SqlBool>`${isLive}`
  return sql<SqlBool>`(${isLive} and ${sql.ref('r.organizationId')} = ${anyOf(organizationIds)})`
}
