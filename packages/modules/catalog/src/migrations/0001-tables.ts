import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * Products and what hangs on them. Deletion is explicit, children first, in one statement a table: cascades would ask
 * once a row, which a bulk of thousands pays dearly.
 */
export const tables = defineMigration('catalog.tables', sqlFile(new URL('./0001-tables.sql', import.meta.url)))
