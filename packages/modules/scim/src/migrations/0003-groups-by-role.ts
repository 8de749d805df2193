import { defineOnlineMigration } from '@plinth/core'

/** Finds the groups of a role that is deleted. */
export const groupsByRole = defineOnlineMigration(
  'scim.groups_by_role',
  `drop index concurrently if exists scim_groups_by_role;
   create index concurrently scim_groups_by_role on scim_groups (tenant_id, role_id) where role_id is not null;`,
)
