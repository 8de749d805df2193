import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * Tenants and organizations. The hierarchy is a parent per row: a move writes the moved row and nothing else.
 */
export const tables = defineMigration('directory.tables', sqlFile(new URL('./0001-tables.sql', import.meta.url)))
