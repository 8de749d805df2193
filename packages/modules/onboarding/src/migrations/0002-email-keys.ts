import { sqlFile } from '@plinth/core/data'
import { defineMigration, defineOnlineMigration } from '@plinth/core'

/** Addresses in lower case, by which requests are found: with row-level security, an index on an expression is not used. */
export const emailKeys = defineMigration(
  'onboarding.email_keys',
  sqlFile(new URL('./0002-email-keys.sql', import.meta.url)),
)

/** The same for existing requests, and the index. */
export const emailKeysOnline = defineOnlineMigration(
  'onboarding.email_keys_online',
  `update onboarding_requests set email_key = lower(email) where email_key is null;
  drop index concurrently if exists onboarding_requests_by_email;
  create index concurrently onboarding_requests_by_email on onboarding_requests (email_key, mailed_at);
  comment on index onboarding_requests_by_email is 'all tenants: the requests of one person, whose tenant is yet to come';
  drop index concurrently if exists onboarding_requests_by_address;`,
)
