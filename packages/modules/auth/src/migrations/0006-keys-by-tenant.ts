import { ALL_TENANTS, sqlFile } from '@plinth/core/data'
import { defineMigration, defineOnlineMigration } from '@plinth/core'

/**
 * Every key of a role begins with a tenant: with `ALL_TENANTS` where it belongs to all of them. Foreign keys refer to
 * `role_places`, the pairs of a tenant in which a role may be held and the role. They follow the rows of roles and tenants;
 * a role that moves keeps those that it had.
 */
export const keysByTenant = defineMigration(
  'auth.keys_by_tenant',
  sqlFile(new URL('./0006-keys-by-tenant.sql', import.meta.url)),
  { roles: { upgrade: (row) => ({ ...row, tenant_id: row['tenant_id'] ?? ALL_TENANTS }) } },
)

/**
 * Tables of any module that refer to a role by its id refer to its place, and those that refer to a user to the look-up of
 * users: a super admin has a dashboard in tenants of others. Rows are read while others write; users and logins that are
 * there are added to their look-ups.
 */
export const keysByTenantOnline = defineOnlineMigration(
  'auth.keys_by_tenant_online',
  sqlFile(new URL('./0006-keys-by-tenant-online.sql', import.meta.url)),
)
