import { defineMigration } from '@plinth/core'
import { sqlFile } from '@plinth/core/data'

/**
 * Partitions the action log, the recorded changes, the chain and the reverts by month: ids start with a timestamp, so
 * everything that belongs to an entry is stored and found in the month in which it began. Existing rows, whose ids have no
 * timestamp, stay where they are and become the default partition.
 */
export const logMonths = defineMigration(
  'audit_logs.log_months',
  sqlFile(new URL('./0008-log-months.sql', import.meta.url)),
)
