import { defineEntity, type DeferMode, p } from '@mikro-orm/core'
import { brokenSetup } from '../../errors.ts'
import { scopeOf } from './scope-conditions.ts'
import { requireOrganization } from './scope.ts'

/**
 * Extend this to make an entity belong to a tenant. It adds the columns and the filter of every query. Create its table with
 * `plinth.protect`, whose policies apply even if a query lacks the filter.
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

/**
 * Like `TenantScoped`, and visible only within the caller's organizations. Rows without an organization belong to all of them.
 */
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
 * A unique constraint among rows that are not soft-deleted, that is, whose `deletedAt` is null. Writing a duplicate throws 400
 * with the field, or with the message that the command's `constraints` define for the index. List the tenant first.
 *
 * @example
 * uniques: [softUnique('tenantId', 'organizationId', 'slug')]
 */
export function softUnique<const Name extends string>(...properties: readonly ['tenantId', ...Name[]]) {
  return { properties: [...properties] as ('tenantId' | Name)[], where: 'deleted_at is null' }
}

/** What a table has besides columns. */
interface TableOptions<Name extends string> {
  /** Default: the id with an underscore, `rental_customer`. */
  readonly tableName?: string
  /** As in `defineEntity`; list the tenant first. */
  readonly uniques?: readonly TableIndex<Name>[]
  readonly indexes?: readonly TableIndex<Name>[]
}

interface TableIndex<Name extends string> {
  readonly properties: readonly (Name | keyof typeof Scoped.meta.properties)[]
  /** A condition in SQL: the rows that it covers. */
  readonly where?: string
  readonly deferMode?: `${DeferMode}`
}

/**
 * `defineEntity` for a `Scoped` entity: `rental.price_list` is the kind of its records, `PriceList` its name, `rental_price_list` its
 * table.
 *
 * @example
 * const Customer = defineScopedEntity('rental.customer', { name: p.string(), email: p.string().nullable() })
 */
export function defineScopedEntity<const P extends Record<string, unknown>>(
  id: string,
  properties: P,
  { tableName, ...options }: TableOptions<keyof P & string> = {},
) {
  const [, snake = ''] = /^[a-z][a-z0-9_]*\.([a-z][a-z0-9_]*)$/.exec(id) ?? []
  if (snake === '') throw brokenSetup(`The entity '${id}' must be named by its module and itself: 'rental.price_list'`)
  const name = snake.replace(/(?:^|_)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  return defineEntity({
    name,
    tableName: tableName ?? id.replace('.', '_'),
    extends: Scoped,
    properties,
    ...(options as {}),
  })
}
