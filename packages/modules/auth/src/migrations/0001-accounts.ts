import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/** Accounts, roles, rights and logins. */
export const accounts = defineMigration('auth.accounts', sqlFile(new URL('./0001-accounts.sql', import.meta.url)))

/**
 * Logins and mailed links. They have row-level security but are not recorded: logins are never undone, and the log must not
 * contain anything that a token could be tested against.
 */
export const logins = defineMigration('auth.logins', sqlFile(new URL('./0001-logins.sql', import.meta.url)))
