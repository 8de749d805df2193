import { defineMigration } from '@plinth/core'

/**
 * Whether the organization of a key confines it, because its creator named it, or is only its home (decision 32). Keys of
 * before keep to theirs.
 */
export const confinement = defineMigration(
  'api_keys.confinement',
  'alter table api_keys add column is_confined boolean not null default true;',
)
