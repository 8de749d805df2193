import { defineMigration } from '@plinth/core'
import { sqlFile } from '@plinth/core/data'

/** Prevents conflicts when two hosts create the same monthly partition at once. */
export const monthsOfTwoHosts = defineMigration(
  'audit_logs.months_of_two_hosts',
  sqlFile(new URL('./0010-months-of-two-hosts.sql', import.meta.url)),
)
