import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * How many files every partition and tag of an organization has, so that the library need not count them, and what is
 * searched: names, and texts in four languages. Counters follow every row, whoever writes it.
 */
export const countsAndSearch = defineMigration(
  'attachments.counts_and_search',
  sqlFile(new URL('./0004-counts-and-search.sql', import.meta.url)),
)
