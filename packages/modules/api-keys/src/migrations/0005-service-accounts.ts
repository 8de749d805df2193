import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/** Service accounts, which have roles of their own, and their keys, which do not depend on who created them. */
export const serviceAccounts = defineMigration(
  'api_keys.service_accounts',
  sqlFile(new URL('./0005-service-accounts.sql', import.meta.url)),
)
