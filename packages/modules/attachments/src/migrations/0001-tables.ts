import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * Files, the objects that store their bytes, and each tenant's usage. An object is announced before its first byte is stored.
 * Triggers keep it for a row and release it when the row is deleted, whether by a command, an undo or a cascade, so that bytes
 * and row cannot diverge.
 */
export const tables = defineMigration('attachments.tables', sqlFile(new URL('./0001-tables.sql', import.meta.url)))
