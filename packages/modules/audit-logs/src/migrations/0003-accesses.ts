import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * The access log, by month, so that what is past keeping is dropped instead of deleted; and its counts by day, so that
 * a total is not counted row by row. The application's role only reads it.
 */
export const accesses = defineMigration('audit_logs.accesses', sqlFile(new URL('./0003-accesses.sql', import.meta.url)))
