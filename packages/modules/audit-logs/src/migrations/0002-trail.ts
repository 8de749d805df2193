import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * The hash chain over the action log. Entries are chained in batches after they are written, so that a tenant's writers never
 * wait for each other; chained entries are never changed.
 */
export const trail = defineMigration('audit_logs.trail', sqlFile(new URL('./0002-trail.sql', import.meta.url)))
