import { sqlFile } from '@plinth/core/data'
import { defineMigration, defineOnlineMigration } from '@plinth/core'

/** Addresses in lower case, by which accounts are found: with row-level security, an index on an expression is not used. */
export const emailKeys = defineMigration('auth.email_keys', sqlFile(new URL('./0014-email-keys.sql', import.meta.url)))

/** The same for existing accounts, and the index. */
export const emailKeysOnline = defineOnlineMigration(
  'auth.email_keys_online',
  sqlFile(new URL('./0014-email-keys-online.sql', import.meta.url)),
)
