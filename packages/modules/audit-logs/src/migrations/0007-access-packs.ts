import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * Lines of past days, packed: all that one actor read of one kind, in one way, in a day is one row, with what differs in
 * arrays. A line takes a twelfth of what it takes by itself, for headers, indexes and equal columns are there once.
 */
export const accessPacks = defineMigration(
  'audit_logs.access_packs',
  sqlFile(new URL('./0007-access-packs.sql', import.meta.url)),
)
