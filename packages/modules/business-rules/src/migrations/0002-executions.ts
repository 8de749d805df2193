import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * Executions with their logs: one row an execution, in partitions of a month, so that old ones are dropped and not
 * deleted. Only journals write here; the application's role reads.
 */
export const executions = defineMigration(
  'business_rules.executions',
  sqlFile(new URL('./0002-executions.sql', import.meta.url)),
)
