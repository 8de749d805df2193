import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * Files, the objects that hold their bytes, and how many bytes a tenant has. An object is announced before its first
 * byte is stored. Triggers keep it for a row and release it with the row, whoever writes that row: a command, an undo
 * or a cascade. So file and row cannot part.
 */
export const tables = defineMigration('attachments.tables', sqlFile(new URL('./0001-tables.sql', import.meta.url)))
