import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * Which roles of a tenant modules declare, under which name, and what those roles have been offered. The rows stay when
 * roles go or are renamed: what an administrator has taken away does not come back. The roles of tenants of before are
 * those that came with the tenant in one action; what they had been offered by then is not known (null).
 */
export const declaredRoles = defineMigration(
  'auth.declared_roles',
  sqlFile(new URL('./0005-declared-roles.sql', import.meta.url)),
)
