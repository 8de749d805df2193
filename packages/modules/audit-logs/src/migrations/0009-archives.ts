import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * What has left the database for the archive: parts of chains, without gaps from the first entry of a tenant on. Each row
 * has the last link of its part, on which the chain goes on, and a code that nobody makes without the platform's secret.
 */
export const archives = defineMigration('audit_logs.archives', sqlFile(new URL('./0009-archives.sql', import.meta.url)))
