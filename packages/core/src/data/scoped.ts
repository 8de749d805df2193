import { defineEntity, p } from '@mikro-orm/core'
import { brokenSetup } from '../errors.ts'
import { requireOrganization, type Scope } from './scope.ts'

/** What entities learn of the unit of work that creates or loads them. */
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

/** What a filter of an entity asks of rows in this scope. */
export function visibleTo(scope: EntityScope, { name, cond }: Filter): unknown {
  const asked =
    typeof cond === 'function' ? (cond as (scope: EntityScope, type: 'read') => unknown)(scope, 'read') : cond
  if (asked instanceof Promise) throw brokenSetup(`The filter '${name}' has to answer at once, without a promise`)
  return asked
}

interface Filtered {
  getFilterParams(name: string): unknown
}

const scopeOf = (em: Filtered) => em.getFilterParams('tenant') as EntityScope
