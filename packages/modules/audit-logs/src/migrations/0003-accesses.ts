import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * The access log, partitioned by month so that expired data is dropped instead of deleted, with daily counts so that totals
 * need no row-by-row count. The application's role can only read it.
 */
export const accesses = defineMigration('audit_logs.accesses', sqlFile(new URL('./0003-accesses.sql', import.meta.url)))
