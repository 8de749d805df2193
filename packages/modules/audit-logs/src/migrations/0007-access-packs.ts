import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * Rows of past days, packed: all reads by one actor of one kind, with one access type, in one day become one row, with the
 * differing values in arrays. A packed access takes a twelfth of the space, since headers, index entries and equal columns are
 * stored once.
 */
export const accessPacks = defineMigration(
  'audit_logs.access_packs',
  sqlFile(new URL('./0007-access-packs.sql', import.meta.url)),
)
