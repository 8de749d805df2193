import { defineMigration } from '@plinth/core'

/** Files that were not read in the first, short time wait in a line of their own. */
export const longTexts = defineMigration(
  'attachments.long_texts',
  `
alter table attachment_texts add column is_long boolean not null default false;
`,
)
