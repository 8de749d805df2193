import { defineEntity, p } from '@mikro-orm/core'
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
