import { defineMigration } from '@plinth/core'
import { sqlFile } from '@plinth/core/data'

/** Rows that look like a record or an earlier row, and what people have chosen for them. */
export const duplicates = defineMigration(
  'transfer.duplicates',
  sqlFile(new URL('./0005-duplicates.sql', import.meta.url)),
)
