import { sqlFile } from '@plinth/core/data'
import { defineMigration, defineOnlineMigration } from '@plinth/core'

/** Service accounts, which have their own roles, and their keys, which do not depend on who created them. */
export const serviceAccounts = defineMigration(
  'api_keys.service_accounts',
  sqlFile(new URL('./0005-service-accounts.sql', import.meta.url)),
)

/** Validates existing keys and indexes keys of service accounts, without blocking writes of keys. */
export const serviceAccountsOnline = defineOnlineMigration(
  'api_keys.service_accounts_online',
  sqlFile(new URL('./0005-service-accounts-online.sql', import.meta.url)),
)
