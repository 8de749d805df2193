import { defineMigration } from '@plinth/core'
import { sqlFile } from '@plinth/core/data'

/**
 * The action log, what was recorded, the chain and what was turned, by month: ids of entries begin with their time, so
 * all that belongs to an entry lies in the month in which it began, and is found there. What was written
 * before, under ids without a time, stays where it is and becomes the partition of whatever has no month.
 */
export const logMonths = defineMigration(
  'audit_logs.log_months',
  sqlFile(new URL('./0008-log-months.sql', import.meta.url)),
)
