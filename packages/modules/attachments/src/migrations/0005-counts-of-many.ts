import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/** Counts before it hands over, so that a statement may write any number of files: one JSON value holds no million of them. */
export const countsOfMany = defineMigration(
  'attachments.counts_of_many',
  sqlFile(new URL('./0005-counts-of-many.sql', import.meta.url)),
)
