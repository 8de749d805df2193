import { defineEntity, p } from '@mikro-orm/core'
import { Scoped } from '@plinth/core'

/** A long-running job whose progress users can follow. */
export const ProgressJob = defineEntity({
  name: 'ProgressJob',
  tableName: 'progress_jobs',
  extends: Scoped,
  properties: {
    jobType: p.text(),
    name: p.text(),
    description: p.text().nullable(),
    status: p.text().default('pending'),
    /** The latest event of the job. */
    event: p.text().default('created'),
    version: p.integer().default(1),
    progressPercent: p.integer().default(0),
    processedCount: p.integer().default(0),
    totalCount: p.integer().nullable(),
    etaSeconds: p.integer().nullable(),
    cancellable: p.boolean().default(false),
    isStale: p.boolean().default(false),
    meta: p.json<Record<string, unknown>>().nullable(),
    resultSummary: p.json<Record<string, unknown>>().nullable(),
    errorMessage: p.text().nullable(),
    /** The log entry with everything the job did. */
    logId: p.uuid().fieldName('log_entry_id').nullable(),
    parentJobId: p.uuid().nullable(),
    partitionIndex: p.integer().nullable(),
    partitionCount: p.integer().nullable(),
    startedByUserId: p.uuid().nullable(),
    cancelledByUserId: p.uuid().nullable(),
    startedAt: p.datetime().nullable(),
    heartbeatAt: p.datetime().nullable(),
    finishedAt: p.datetime().nullable(),
    cancelRequestedAt: p.datetime().nullable(),
  },
})
