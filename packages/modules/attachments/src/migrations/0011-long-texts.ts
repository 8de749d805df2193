import { defineMigration } from '@plinth/core'

/** A separate queue for files that exceeded the first, short time limit. */
export const longTexts = defineMigration(
  'attachments.long_texts',
  `
alter table attachment_texts add column is_long boolean not null default false;
`,
)
