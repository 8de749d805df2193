import { defineMigration } from '@plinth/core'

/** Adds the changes of rows that were written together, which do not follow each other. */
export const furtherChanges = defineMigration(
  'transfer.further_changes',
  'alter table transfer_rows add column further_changes jsonb',
)
