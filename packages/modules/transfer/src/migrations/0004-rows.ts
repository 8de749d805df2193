import { defineMigration } from '@plinth/core'
import { sqlFile } from '@plinth/core/data'

/**
 * Which records the rows of an import have become, and which of these rows have been undone. The latter is recorded: whoever undoes
 * the undo of rows makes them rows that can be undone.
 */
export const rows = defineMigration('transfer.rows', sqlFile(new URL('./0004-rows.sql', import.meta.url)))
