import { defineMigration } from '@plinth/core'

/** Accounts may be deactivated: nobody logs in with one, and its keys stop (decision 88). */
export const activeAccounts = defineMigration(
  'auth.active_accounts',
  `
alter table users add column is_active boolean not null default true;
`,
)
