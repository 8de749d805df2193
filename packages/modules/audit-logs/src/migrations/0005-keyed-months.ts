import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/** Months of the access log are made and dropped by the platform's own statements alone (decision 45). */
export const keyedMonths = defineMigration(
  'audit_logs.keyed_months',
  sqlFile(new URL('./0005-keyed-months.sql', import.meta.url)),
)
