import { defineMigration } from '@plinth/core'

/** Records of custom entities can have owners. */
export const owners = defineMigration(
  'entities.owners',
  `alter table custom_entities add column owned boolean not null default false;
alter table custom_entity_records add column owner_id uuid;`,
)
