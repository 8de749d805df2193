import { defineMigration } from '@plinth/core'

/** Whether anybody uses an account yet. Existing accounts count as used. */
export const unclaimedAccounts = defineMigration(
  'auth.unclaimed_accounts',
  `alter table users add column is_claimed boolean not null default true`,
)
