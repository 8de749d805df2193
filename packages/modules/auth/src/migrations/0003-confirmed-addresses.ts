import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * That the owner of an e-mail address uses an account (decision 39). It is of the address as well as of the account, so
 * that another address has to be confirmed again. Like logins it is guarded and not recorded: undo takes back what
 * somebody did with an account, not that its owner was there. Accounts with a password of before count as confirmed.
 */
export const confirmedAddresses = defineMigration(
  'auth.confirmed_addresses',
  sqlFile(new URL('./0003-confirmed-addresses.sql', import.meta.url)),
)
