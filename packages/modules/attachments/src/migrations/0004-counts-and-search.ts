import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * Numbers of files per partition and tag of an organization, so that the library need not count them, and search indexes: for
 * names, and for texts in four languages. Triggers update the counters for every row, whatever writes it.
 */
export const countsAndSearch = defineMigration(
  'attachments.counts_and_search',
  sqlFile(new URL('./0004-counts-and-search.sql', import.meta.url)),
)
