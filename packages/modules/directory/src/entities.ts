import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { extensible, type Scope, TenantScoped } from '@plinth/core'
import { softUnique } from '@plinth/core/data'
import type { Locale, Weekday } from '@plinth/core/http'
import { features } from './contract.ts'

/** A customer of the platform. It belongs to itself: `tenantId` equals `id`. */
export const Tenant = defineEntity({
  name: 'Tenant',
  tableName: 'tenants',
  extends: TenantScoped,
  properties: {
    name: p.string(),
    isActive: p.boolean(),
    timeZone: p.text().nullable(),
    language: p.text().$type<Locale>().nullable(),
    weekStart: p.text().$type<Weekday>().nullable(),
    currency: p.text().nullable(),
    deletedAt: p.datetime().nullable(),
    custom: extensible('directory:tenant', { rows: 'tenants' }),
  },
})
export type Tenant = InferEntity<typeof Tenant>

/** The suspension of a tenant's writes, or of those of all tenants. It belongs to the tenant: `tenantId` equals `id`. */
export const WriteSuspension = defineEntity({
  name: 'WriteSuspension',
  tableName: 'write_suspensions',
  extends: TenantScoped,
  properties: { message: p.text(), endsAt: p.datetime().nullable() },
})

/** An organization of a tenant. It is visible to callers whose organizations include its id. */
export const Organization = defineEntity({
  name: 'Organization',
  tableName: 'organizations',
  extends: TenantScoped,
  filters: {
    organization: {
      name: 'organization',
      default: true,
      cond: ({ system, organizationIds }: Scope & { system: boolean }) =>
        system || organizationIds === null ? {} : { id: { $in: [...organizationIds] } },
    },
  },
  properties: {
    name: p.string(),
    slug: p.string(),
    parentId: p.uuid().nullable(),
    isActive: p.boolean(),
    deletedAt: p.datetime().nullable(),
    custom: extensible('directory:organization', {
      rows: 'organizations',
      label: 'name',
      access: features['organizations.view'],
    }),
  },
  uniques: [softUnique('tenantId', 'slug')],
})
export type Organization = InferEntity<typeof Organization>
