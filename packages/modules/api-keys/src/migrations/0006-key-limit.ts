import { defineMigration, defineOnlineMigration } from '@plinth/core'

/** Service accounts are limited per tenant, and keys per person and per service account. */
export const keyLimit = defineMigration(
  'api_keys.key_limit',
  `select plinth.limit_rows('service_accounts', 500, 'A tenant has at most %s service accounts.');
  select plinth.limit_rows('api_keys', 50, 'A service account has at most %s keys.', '{service_account_id}');
  select plinth.limit_rows('api_keys', 1000, 'A person can have at most %s API keys', '{created_by}',
    'service_account_id is null')`,
)

export const keysByPerson = defineOnlineMigration(
  'api_keys.by_person',
  `drop index concurrently if exists api_keys_of_person;
   create index concurrently api_keys_of_person on api_keys (tenant_id, created_by) where deleted_at is null;`,
)
