import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/** What a tenant's rules have sent on a day; only the platform counts (decision 43). */
export const sendingQuotas = defineMigration(
  'business_rules.quotas',
  sqlFile(new URL('./0004-sending-quotas.sql', import.meta.url)),
)
