import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * One line for each answer, with the ids of all records that it told, instead of a line for each: as `uuid` where all are,
 * for that takes less than half of the bytes. Lines of before stay as they are, until their month is dropped.
 */
export const accessLines = defineMigration(
  'audit_logs.access_lines',
  sqlFile(new URL('./0006-access-lines.sql', import.meta.url)),
)
