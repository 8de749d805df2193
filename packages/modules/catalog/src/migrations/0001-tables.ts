import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * Products and what depends on them. Deletion is explicit, children first, in one statement per table: cascades would run one
 * query per row, which is expensive for bulk deletions of thousands.
 */
export const tables = defineMigration('catalog.tables', sqlFile(new URL('./0001-tables.sql', import.meta.url)))
