import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * Stores which roles of a tenant are declared by modules, under which name, and which features those roles have been offered. The
 * rows remain when roles are deleted or renamed, so that what an administrator has removed is not added again. In existing
 * tenants, these are the roles created together with the tenant in one action; the features they had been offered are unknown
 * (null).
 */
export const declaredRoles = defineMigration(
  'auth.declared_roles',
  sqlFile(new URL('./0005-declared-roles.sql', import.meta.url)),
)
