import { defineMigration } from '@plinth/core'

/** Mailed links may restore an account's former address, in addition to setting a password (decision 44). */
export const restoringLinks = defineMigration(
  'auth.restoring_links',
  `
alter table password_tokens add column restores_email text;
`,
)
