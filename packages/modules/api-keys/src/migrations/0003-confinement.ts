import { defineMigration } from '@plinth/core'

/**
 * Whether the organization of a key confines it, because its creator named it, or is only its home (decision 32). Existing keys
 * remain confined.
 */
export const confinement = defineMigration(
  'api_keys.confinement',
  'alter table api_keys add column is_confined boolean not null default true;',
)
