import { defineMigration } from '@plinth/core'

/** Conditions on rows, beside the features that they restrict. Hosts of earlier releases neither read nor change them. */
export const rowPolicies = defineMigration(
  'auth.row_policies',
  `alter table role_acls add column policies jsonb;
alter table user_acls add column policies jsonb`,
)
