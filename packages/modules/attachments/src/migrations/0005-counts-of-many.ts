import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * Aggregates counts before passing them on, so that a statement may write any number of files: a single JSON value cannot hold a
 * million of them.
 */
export const countsOfMany = defineMigration(
  'attachments.counts_of_many',
  sqlFile(new URL('./0005-counts-of-many.sql', import.meta.url)),
)
