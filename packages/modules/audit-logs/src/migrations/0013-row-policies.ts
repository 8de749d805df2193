import { defineOnlineMigration } from '@plinth/core'

/** The log by months has new tables, which row policies of callers restrict like those before. */
export const rowPolicies = defineOnlineMigration(
  'audit_logs.row_policies',
  `call plinth.restrict('plinth.changes'); call plinth.restrict('plinth.action_log');`,
)
