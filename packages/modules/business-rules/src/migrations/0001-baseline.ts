import { defineBaseline, sqlFile } from '@plinth/core/data'

/** Rules, sets and members, executions, and quotas. Deleting a rule or set frees its business id. */
export const baseline = defineBaseline(
  'business_rules.baseline',
  sqlFile(new URL('./0001-baseline.sql', import.meta.url)),
  [
    'business_rules.rules',
    'business_rules.executions',
    'business_rules.sizes',
    'business_rules.quotas',
    'business_rules.keyed_months',
    'business_rules.months_of_two_hosts',
  ],
)
