import { defineOnlineMigration } from '@plinth/core'

/** Finds the members of a group who were deleted, by whom its version is told. */
export const deletedUsers = defineOnlineMigration(
  'scim.deleted_users',
  `drop index concurrently if exists scim_users_deleted;
   create index concurrently scim_users_deleted on scim_users (tenant_id, user_id) where deleted_at is not null;`,
)
