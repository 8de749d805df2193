import { defineMigration } from '@plinth/core'
import { sqlFile } from '@plinth/core/data'

/** Scheduled exports, when they are due, and what became of them. */
export const scheduledExports = defineMigration(
  'transfer.scheduled_exports',
  sqlFile(new URL('./0003-scheduled-exports.sql', import.meta.url)),
)
