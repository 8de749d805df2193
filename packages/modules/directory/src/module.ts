import { defineModule } from '@plinth/core'
import { provisionTenant } from './commands/provision-tenant.ts'
import { events, features } from './contract.ts'
import { Organization, Tenant } from './entities.ts'
import { tables } from './migrations/0001-tables.ts'
import { organizationTrees, trees } from './organization-trees.ts'
import { tenantFacts, tenants } from './tenants.ts'

/** Tenants and their organizations (section 8 of the auth contract). */
export const directory = defineModule({
  id: 'directory',
  title: 'Directory (Tenants & Organizations)',
  entities: [Tenant, Organization],
  migrations: [tables],
  features,
  roles: {
    superadmin: ['directory.tenants.*'],
    admin: [features['organizations.view'], features['organizations.manage']],
  },
  services: [organizationTrees, tenants],
  caches: [trees, tenantFacts],
  commands: [provisionTenant],
  events,
})
