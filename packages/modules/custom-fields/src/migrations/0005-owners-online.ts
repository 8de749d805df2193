import { defineOnlineMigration } from '@plinth/core'

/** Finds what somebody owns. */
export const ownersOnline = defineOnlineMigration(
  'entities.owners_online',
  `drop index concurrently if exists custom_entity_records_owner_id_idx;
create index concurrently custom_entity_records_owner_id_idx on custom_entity_records (tenant_id, owner_id) where owner_id is not null;`,
)
