import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/** Counts of what a tenant's rules have sent per day; only the platform updates them (decision 43). */
export const sendingQuotas = defineMigration(
  'business_rules.quotas',
  sqlFile(new URL('./0004-sending-quotas.sql', import.meta.url)),
)
