// The module
export { directory } from './module.ts'

// What others may name
export { events, features, tenantTag, treeTag } from './contract.ts'
export { Organization, Tenant } from './entities.ts'

// Services
export { type OrganizationNode, organizationTrees } from './organization-trees.ts'
export { type TenantFacts, tenants } from './tenants.ts'

// Commands
export { provisionTenant } from './commands/provision-tenant.ts'
