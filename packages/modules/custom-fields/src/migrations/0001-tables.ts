import { defineMigration } from '@plinth/core'
import { sqlFile } from '@plinth/core/data'

/** Definitions of fields, and custom entities with their records. */
export const tables = defineMigration('entities.tables', sqlFile(new URL('./0001-tables.sql', import.meta.url)))
