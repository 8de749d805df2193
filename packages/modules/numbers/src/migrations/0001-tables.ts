import { defineMigration } from '@plinth/core'
import { sqlFile } from '@plinth/core/data'

/** Formats, counters and taken numbers. Counters have row-level security, but are not recorded. */
export const tables = defineMigration('numbers.tables', sqlFile(new URL('./0001-tables.sql', import.meta.url)))
