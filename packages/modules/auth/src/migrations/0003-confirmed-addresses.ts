import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * Records that the owner of an e-mail address uses an account (decision 39). It applies to the address as well as the account, so
 * a new address has to be confirmed again. Like logins, it has row-level security but is not recorded: undo reverts what was done
 * with an account, not the fact that its owner used it. Existing accounts with a password count as confirmed.
 */
export const confirmedAddresses = defineMigration(
  'auth.confirmed_addresses',
  sqlFile(new URL('./0003-confirmed-addresses.sql', import.meta.url)),
)
