import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/** Layouts, and which widgets roles and users may use. Keys count a missing organization as one of its own. */
export const tables = defineMigration('dashboards.tables', sqlFile(new URL('./0001-tables.sql', import.meta.url)))
