import { defineOnlineMigration } from '@plinth/core'
import { sqlFile } from '@plinth/core/data'

/** Lists are also sorted by rule id, rule type and entity type. */
export const codes = defineOnlineMigration(
  'business_rules.codes',
  sqlFile(new URL('./0003-codes-online.sql', import.meta.url)),
)
