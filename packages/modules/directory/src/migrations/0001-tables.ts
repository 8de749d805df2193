import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/** Tenants and organizations. The hierarchy is a parent id per row, so a move writes only the moved row. */
export const tables = defineMigration('directory.tables', sqlFile(new URL('./0001-tables.sql', import.meta.url)))
