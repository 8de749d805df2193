import { defineMigration } from '@plinth/core'
import { sqlFile } from '@plinth/core/data'

/** Dictionaries and their entries, which are deleted with them. */
export const tables = defineMigration('dictionaries.tables', sqlFile(new URL('./0001-tables.sql', import.meta.url)))
