import { ALL_TENANTS, sqlFile } from '@plinth/core/data'
import { defineMigration, defineOnlineMigration } from '@plinth/core'

/**
 * All keys of roles begin with a tenant, which is `ALL_TENANTS` for roles of all tenants. Foreign keys reference `role_places`,
 * the pairs of a role and a tenant in which it may be held. Triggers maintain them from the rows of roles and tenants; a role
 * that is moved keeps its existing ones.
 */
export const keysByTenant = defineMigration(
  'auth.keys_by_tenant',
  sqlFile(new URL('./0006-keys-by-tenant.sql', import.meta.url)),
  { roles: { upgrade: (row) => ({ ...row, tenant_id: row['tenant_id'] ?? ALL_TENANTS }) } },
)

/**
 * Tables of any module that reference a role by its id now reference its place, and those that reference a user the look-up table
 * of users, because a super admin may have a dashboard in other tenants. Rows are read while writes continue; existing users and
 * logins are added to their look-up tables.
 */
export const keysByTenantOnline = defineOnlineMigration(
  'auth.keys_by_tenant_online',
  sqlFile(new URL('./0006-keys-by-tenant-online.sql', import.meta.url)),
)
