import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/** With whom records are shared. */
export const shares = defineMigration('auth.shares', sqlFile(new URL('./0021-shares.sql', import.meta.url)))
