import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * Executions with their logs: one row per execution, partitioned by month so that old ones are dropped instead of deleted.
 * Only batched logs write to the table; the application's role can only read it.
 */
export const executions = defineMigration(
  'business_rules.executions',
  sqlFile(new URL('./0002-executions.sql', import.meta.url)),
)
