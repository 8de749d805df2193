import { defineBaseline, sqlFile } from '@plinth/core/data'

/** The hash chain over the action log, the access log, the logs by month, and archives. */
export const baseline = defineBaseline(
  'audit_logs.baseline',
  [
    sqlFile(new URL('./0001-chain.sql', import.meta.url)),
    sqlFile(new URL('./0001-accesses.sql', import.meta.url)),
    sqlFile(new URL('./0001-months.sql', import.meta.url)),
    sqlFile(new URL('./0001-archives.sql', import.meta.url)),
  ].join(''),
  [
    'audit_logs.indexes',
    'audit_logs.trail',
    'audit_logs.accesses',
    'audit_logs.keys',
    'audit_logs.keyed_months',
    'audit_logs.access_lines',
    'audit_logs.access_packs',
    'audit_logs.log_months',
    'audit_logs.archives',
    'audit_logs.months_of_two_hosts',
  ],
)
