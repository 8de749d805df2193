import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/** Months of the rule log are made and dropped by the platform's own statements alone (decision 45). */
export const keyedMonths = defineMigration(
  'business_rules.keyed_months',
  sqlFile(new URL('./0005-keyed-months.sql', import.meta.url)),
)
