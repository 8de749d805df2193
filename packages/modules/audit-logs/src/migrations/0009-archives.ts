import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * What has left the database for the archive: parts of chains, contiguous from a tenant's first entry. Each row has the last
 * link of its part, from which the chain continues, and a code that cannot be forged without the platform's secret.
 */
export const archives = defineMigration('audit_logs.archives', sqlFile(new URL('./0009-archives.sql', import.meta.url)))
