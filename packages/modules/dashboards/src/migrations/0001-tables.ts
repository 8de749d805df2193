import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/** Layouts, and the widgets that roles and users may use. Unique keys treat a missing organization as a value of its own. */
export const tables = defineMigration('dashboards.tables', sqlFile(new URL('./0001-tables.sql', import.meta.url)))
