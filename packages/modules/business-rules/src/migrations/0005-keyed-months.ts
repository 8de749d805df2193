import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/** Partitions of the rule log are created and dropped only by the platform's own statements (decision 45). */
export const keyedMonths = defineMigration(
  'business_rules.keyed_months',
  sqlFile(new URL('./0005-keyed-months.sql', import.meta.url)),
)
