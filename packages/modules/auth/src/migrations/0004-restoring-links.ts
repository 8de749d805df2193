import { defineMigration } from '@plinth/core'

/** A mailed link may give an account an address back, besides setting a password (decision 44). */
export const restoringLinks = defineMigration(
  'auth.restoring_links',
  `
alter table password_tokens add column restores_email text;
`,
)
