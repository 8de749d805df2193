import { defineMigration } from '@plinth/core'

/** Makes ids, prefixes and hashes unique across tenants, whose rows need not be stored in one place. */
export const lookUps = defineMigration(
  'api_keys.look_ups',
  `
select plinth.unique_among_tenants('api_keys', 'id');
select plinth.unique_among_tenants('api_keys', 'key_prefix');
select plinth.unique_among_tenants('api_keys', 'key_hash');
select plinth.unique_among_tenants('session_keys', 'token_hash');
-- squawk-ignore require-concurrent-index-deletion
drop index api_keys_by_prefix, api_keys_by_hash, session_keys_by_token;
`,
)
