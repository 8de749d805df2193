import { defineMigration } from '@plinth/core'

/** The key that a key was created with. It ends together with that key (decision 40). */
export const parents = defineMigration('api_keys.parents', 'alter table api_keys add column created_by_key uuid;')
