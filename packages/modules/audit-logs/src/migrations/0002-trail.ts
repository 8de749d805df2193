import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * The chain over the action log. Entries are chained after they are written, in batches, so that the writers of a
 * tenant never wait for each other; what is chained is never changed.
 */
export const trail = defineMigration('audit_logs.trail', sqlFile(new URL('./0002-trail.sql', import.meta.url)))
