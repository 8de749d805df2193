import { defineMigration } from '@plinth/core'

/** Logical replication refuses changes of rows that it cannot tell apart; an organization may be null, so no key can be primary. */
export const accessDaysIdentity = defineMigration(
  'audit_logs.access_days_identity',
  'alter table plinth.access_days replica identity full',
)
