import { sqlFile } from '@plinth/core/data'
import { defineMigration, defineOnlineMigration } from '@plinth/core'

/** Service accounts, which have roles of their own, and their keys, which do not depend on who created them. */
export const serviceAccounts = defineMigration(
  'api_keys.service_accounts',
  sqlFile(new URL('./0005-service-accounts.sql', import.meta.url)),
)

/** Checks existing keys and indexes those of service accounts, while keys are written. */
export const serviceAccountsOnline = defineOnlineMigration(
  'api_keys.service_accounts_online',
  sqlFile(new URL('./0005-service-accounts-online.sql', import.meta.url)),
)
