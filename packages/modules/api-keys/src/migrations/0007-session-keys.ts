import { defineOnlineMigration } from '@plinth/core'

/** Finds the oldest session keys of a person or key. */
export const sessionKeysByMaker = defineOnlineMigration(
  'api_keys.session_keys_by_maker',
  `drop index concurrently if exists session_keys_by_maker;
   create index concurrently session_keys_by_maker on session_keys (tenant_id, user_id, api_key_id, created_at desc, id);`,
)
