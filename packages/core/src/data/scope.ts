import { defineEntity, p } from '@mikro-orm/core'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { brokenSetup, invalidMember } from '../errors.ts'

/** Whose data a unit of work may see. */
export interface Scope {
  readonly tenantId: string
  /** The organization that new rows belong to; null when none is selected. */
  readonly organizationId: string | null
  /** The organizations whose rows are visible; null means all of the tenant. */
  readonly organizationIds: readonly string[] | null
}

/** The organization that is worked in; 400 with the path `organizationId` where none is selected (decision 48). */
export function requireOrganization({ organizationId }: Pick<Scope, 'organizationId'>): string {
  if (organizationId === null) throw invalidMember('organizationId', 'Organization context is required')
  return organizationId
}

/**
 * The tenant id of rows that belong to all tenants (`plinth.all_tenants()` in SQL). No account is in it: to a caller without a
 * login, whose scope it is, row level security shows nothing.
 */
export const ALL_TENANTS = '00000000-0000-0000-0000-000000000000'

/** What a caller without a login sees. */
export const NO_SCOPE: Scope = Object.freeze({ tenantId: ALL_TENANTS, organizationId: null, organizationIds: [] })

/** What entities get from the unit of work that creates or loads them. */
export interface EntityScope extends Scope {
  /** True under `asSystem`, where no filter applies. */
  readonly system: boolean
  readonly now: () => Date
}

/**
 * Extend this to make an entity belong to a tenant. It brings the columns and the filter that every query carries;
 * its table comes from `plinth.protect`, whose policies hold when a query forgets the filter.
 */
export const TenantScoped = defineEntity({
  name: 'TenantScoped',
  abstract: true,
  filters: {
    tenant: {
      name: 'tenant',
      default: true,
      cond: ({ system, tenantId }) => (system ? {} : { tenantId }),
    },
  },
  properties: {
    id: p
      .uuid()
      .primary()
      .onCreate(() => crypto.randomUUID()),
    tenantId: p.uuid().onCreate((_entity, em) => scopeOf(em).tenantId),
    createdAt: p.datetime().onCreate((_entity, em) => scopeOf(em).now()),
    updatedAt: p
      .datetime()
      .onCreate((_entity, em) => scopeOf(em).now())
      .onUpdate((_entity, em) => scopeOf(em).now()),
  },
})

/** Like `TenantScoped`, and visible only within the caller's organizations. Rows without one belong to all of them. */
export const Scoped = defineEntity({
  name: 'Scoped',
  abstract: true,
  extends: TenantScoped,
  filters: {
    organization: {
      name: 'organization',
      default: true,
      cond: ({ system, organizationIds }) =>
        system || organizationIds === null
          ? {}
          : { $or: [{ organizationId: null }, { organizationId: { $in: organizationIds } }] },
    },
  },
  properties: {
    organizationId: p
      .uuid()
      .nullable()
      .onCreate((_entity, em) => requireOrganization(scopeOf(em))),
  },
})

/**
 * A unique value among rows that are not deleted softly: those whose `deletedAt` is null. Who takes one that is in use is
 * answered 400 with the field, or what the command's `constraints` say for the index. Begin with the tenant.
 *
 * @example
 * uniques: [softUnique('tenantId', 'organizationId', 'slug')]
 */
export function softUnique<const Name extends string>(...properties: readonly ['tenantId', ...Name[]]) {
  return { properties: [...properties] as ('tenantId' | Name)[], where: 'deleted_at is null' }
}

interface Filter {
  readonly name: string
  readonly cond: unknown
}

/** The filter of an entity for this scope. */
export function visibleTo(scope: EntityScope, { name, cond }: Filter): unknown {
  const asked =
    typeof cond === 'function' ? (cond as (scope: EntityScope, type: 'read') => unknown)(scope, 'read') : cond
  if (asked instanceof Promise) throw brokenSetup(`The filter '${name}' has to answer at once, without a promise`)
  return asked
}

interface FilterSource {
  getFilterParams(name: string): unknown
}

const scopeOf = (em: FilterSource) => em.getFilterParams('tenant') as EntityScope

/**
 * The rows of the caller's tenant, for `db` queries: row level security says the same, and each holds when the other
 * fails. `alias` is the table as the query names it.
 */
export function inTenant({ tenantId }: Pick<Scope, 'tenantId'>, alias: string): RawBuilder<SqlBool> {
  return sql`${sql.ref(`${alias}.tenant_id`)} = ${tenantId}`
}

/** The rows of the caller's tenant and organizations, as for `Scoped` entities. */
export function inScope(scope: Scope, alias: string): RawBuilder<SqlBool> {
  const { organizationIds } = scope
  if (organizationIds === null) return inTenant(scope, alias)
  const organization = sql.ref(`${alias}.organization_id`)
  return sql`(${inTenant(scope, alias)} and (${organization} is null or ${organization} = any (${organizationIds})))`
}

/**
 * Any of these values, however many, as one parameter.
 *
 * @example
 * from(Ticket, 't').select('t.title').where('t.id', '=', anyOf(ids))
 */
export const anyOf = (values: readonly string[], type: 'uuid' | 'text' = 'uuid'): RawBuilder<string> =>
  sql<string>`any (${values}::${sql.raw(type)}[])`

/** The conditions of an entity's filter as SQL, so that queries by `em` and by `from` show the same rows. */
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
  brokenSetup(`A filter of an entity says ${JSON.stringify(value)}; use values, null, $in, $eq, $ne, $and and $or`)
