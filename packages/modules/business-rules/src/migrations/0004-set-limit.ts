import { defineMigration } from '@plinth/core'

/** Rule sets are limited per tenant, and rules per set: an execution of a set reads all of them. */
export const setLimit = defineMigration(
  'business_rules.set_limit',
  `select plinth.limit_rows('rule_sets', 2000, 'A tenant can have at most %s rule sets');
  select plinth.limit_rows('rule_set_members', 1000, 'A rule set holds at most %s rules', '{set_id}')`,
)
