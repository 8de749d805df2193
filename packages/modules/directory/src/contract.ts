import { defineEvents, defineFeatures } from '@plinth/core'
import { z } from 'zod'

/** Features of tenants and organizations. */
export const features = defineFeatures('directory', {
  'tenants.view': 'View tenants',
  'tenants.manage': 'Manage tenants',
  'settings.manage': 'Change the language, time zone and currency of the tenant',
  'organizations.view': 'View organizations',
  'organizations.manage': 'Manage organizations',
})

/** `organizationId` is the organization's own id. */
const OrganizationEvent = z.object({ id: z.uuid(), tenantId: z.uuid(), organizationId: z.uuid() })
/** `tenantId` is the tenant's own id. */
const TenantEvent = z.object({ id: z.uuid(), tenantId: z.uuid(), organizationId: z.null() })

/** Events of tenants and organizations. */
export const events = defineEvents('directory', {
  'organization.created': OrganizationEvent,
  'organization.updated': OrganizationEvent,
  'organization.deleted': OrganizationEvent,
  'tenant.created': TenantEvent,
  'tenant.updated': TenantEvent,
  'tenant.deleted': TenantEvent,
})

/** The tag of everything derived from a tenant's organizations; every write to them invalidates it. */
export const treeTag = (tenantId: string) => `directory.tree:${tenantId}`

/** The tag of everything derived from a tenant's own row. */
export const tenantTag = (tenantId: string) => `directory.tenant:${tenantId}`
