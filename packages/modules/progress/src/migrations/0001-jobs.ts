import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * Jobs and how far they are. The table is guarded but not recorded: a percentage is nothing to undo, and ten a second
 * would bury the log. Only commands that are not logged, or that have an entry for another reason, write it.
 */
export const jobs = defineMigration('progress.jobs', sqlFile(new URL('./0001-jobs.sql', import.meta.url)))
