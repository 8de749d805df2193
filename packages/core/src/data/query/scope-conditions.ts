import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { brokenSetup } from '../../errors.ts'
import type { EntityScope, Scope } from './scope.ts'

interface FilterSource {
  getFilterParams(name: string): unknown
}

export const scopeOf = (em: FilterSource) => em.getFilterParams('tenant') as EntityScope

/**
 * Restricts a `db` query to the caller's tenant. Row-level security enforces the same restriction, so each of them still
 * protects the data if the other fails. `alias` is the alias of the table in the query.
 */
export function inTenant({ tenantId }: Pick<Scope, 'tenantId'>, alias: string): RawBuilder<SqlBool> {
  return sql`${sql.ref(`${alias}.tenant_id`)} = ${tenantId}`
}

/** Restricts a query to the caller's tenant and organizations, as for `Scoped` entities. */
export function inScope(scope: Scope, alias: string): RawBuilder<SqlBool> {
  const { organizationIds } = scope
  if (organizationIds === null) return inTenant(scope, alias)
  const organization = sql.ref(`${alias}.organization_id`)
  return sql`(${inTenant(scope, alias)} and (${organization} is null or ${organization} = any (${organizationIds})))`
}

/**
 * Matches any of these values, passed as a single parameter regardless of their number.
 *
 * @example
 * from(Ticket, 't').select('t.title').where('t.id', '=', anyOf(ids))
 */
export const anyOf = (values: readonly string[], type: 'uuid' | 'text' = 'uuid'): RawBuilder<string> =>
  sql<string>`any (${values}::${sql.raw(type)}[])`

/** Converts an entity's filter to SQL conditions. */
export function toConditions(filter: unknown, columnOf: (property: string) => string): RawBuilder<SqlBool>[] {
  if (typeof filter !== 'object' || filter === null) throw unknown(filter)
  return Object.entries(filter).map(([key, value]) => {
    if (key === '$or' || key === '$and') return combine(key, value, columnOf)
    return toComparison(sql.ref(columnOf(key)), value)
  })
}

function combine(key: '$or' | '$and', value: unknown, columnOf: (property: string) => string): RawBuilder<SqlBool> {
  if (!Array.isArray(value)) throw unknown(value)
  const parts = value.map((part: unknown) => {
    const conditions = toConditions(part, columnOf)
    return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`
  })
  if (parts.length === 0) return key === '$or' ? sql`false` : sql`true`
  return sql`(${sql.join(parts, key === '$or' ? sql` or ` : sql` and `)})`
}

function toComparison(column: RawBuilder<unknown>, value: unknown): RawBuilder<SqlBool> {
  if (value === null) return sql`${column} is null`
  if (typeof value !== 'object') return sql`${column} = ${value}`
  const entries = Object.entries(value)
  const [[operator, operand] = []] = entries
  if (entries.length !== 1) throw unknown(value)
  if (operator === '$in' && Array.isArray(operand)) return sql`${column} = any (${operand})`
  if (operator === '$eq') return toComparison(column, operand)
  if (operator === '$ne') return operand === null ? sql`${column} is not null` : sql`${column} <> ${operand}`
  throw unknown(value)
}

const unknown = (value: unknown) =>
  brokenSetup(
    `An entity filter contains ${JSON.stringify(value)}; only values, null, $in, $eq, $ne, $and and $or are supported`,
  )
