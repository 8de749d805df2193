import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * One row per response with the ids of all its records, instead of one row per record; stored as `uuid` if all ids are UUIDs,
 * which takes less than half the space. Existing rows stay as they are until their month is dropped.
 */
export const accessLines = defineMigration(
  'audit_logs.access_lines',
  sqlFile(new URL('./0006-access-lines.sql', import.meta.url)),
)
