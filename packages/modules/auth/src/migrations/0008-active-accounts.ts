import { defineMigration } from '@plinth/core'

/** Accounts can be deactivated: they can no longer log in, and their API keys stop working (decision 88). */
export const activeAccounts = defineMigration(
  'auth.active_accounts',
  `
alter table users add column is_active boolean not null default true;
`,
)
