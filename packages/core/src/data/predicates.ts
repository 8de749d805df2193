import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Scope } from './scope.ts'

/**
 * The rows of the caller's tenant, for `db` queries: row level security says the same, and each holds when the other
 * fails. `alias` is the table as the query names it.
 */
export function inTenant({ tenantId }: Scope, alias: string): RawBuilder<SqlBool> {
  return sql`${sql.ref(`${alias}.tenant_id`)} = ${tenantId}`
}

/** The rows of the caller's tenant and organizations, as for `Scoped` entities. */
export function inScope(scope: Scope, alias: string): RawBuilder<SqlBool> {
  const { organizationIds } = scope
  if (organizationIds === null) return inTenant(scope, alias)
  const organization = sql.ref(`${alias}.organization_id`)
  return sql`(${inTenant(scope, alias)} and (${organization} is null or ${organization} = any (${organizationIds})))`
}

/** The text as a LIKE pattern that matches it anywhere, wildcards taken literally. */
export function contains(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}
