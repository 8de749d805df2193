import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/**
 * Jobs and their progress. The table has row-level security but is not recorded: a percentage needs no undo, and ten changes a
 * second would flood the log. It is written only by commands that are not logged, or that have a log entry for another reason.
 */
export const jobs = defineMigration('progress.jobs', sqlFile(new URL('./0001-jobs.sql', import.meta.url)))
