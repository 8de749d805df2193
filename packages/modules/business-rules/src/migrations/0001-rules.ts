import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/** Rules, sets and members. Deleting a rule or set frees its business id. */
export const rules = defineMigration('business_rules.rules', sqlFile(new URL('./0001-rules.sql', import.meta.url)))
