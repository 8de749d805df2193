// Module
export { defineDirectory, directory } from './module.ts'
export type { DirectoryOptions } from './organization-limit.ts'

// Contract
export { events, features, tenantTag, treeTag } from './contract.ts'
export { Organization, Tenant } from './entities.ts'
export { hasTenant } from './entity-id.ts'

// Services
export { organizationLabels, type OrganizationNode, organizationTrees } from './organization-trees.ts'
export { organizationOwners } from './organization-owners.ts'
export { type TenantFacts, tenants } from './tenants.ts'

// Commands
export { createOrganization } from './commands/create-organization.ts'
export { createTenant } from './commands/create-tenant.ts'
export { deleteOrganization } from './commands/delete-organization.ts'
export { deleteTenant } from './commands/delete-tenant.ts'
export { provisionTenant } from './commands/provision-tenant.ts'
export { resumeWrites, suspendWrites } from './commands/suspend-writes.ts'
export { updateOrganization } from './commands/update-organization.ts'
export { updateTenant } from './commands/update-tenant.ts'
