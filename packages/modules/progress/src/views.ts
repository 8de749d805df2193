import { z } from 'zod'
import { columns } from '@plinth/core/data'
import { ProgressJob } from './entities.ts'

export const Status = z.enum(['pending', 'running', 'completed', 'failed', 'cancelled'])

const Meta = z.record(z.string(), z.unknown()).nullable()

const JobSummary = z.object({
  jobType: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  status: Status,
  progressPercent: z.number().int(),
  processedCount: z.number().int(),
  totalCount: z.number().int().nullable(),
  etaSeconds: z.number().int().nullable(),
  cancellable: z.boolean(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
})

/** A job in lists. */
export const JobItem = JobSummary.extend({
  id: z.uuid(),
  errorMessage: z.string().nullable(),
  createdAt: z.string(),
  tenantId: z.uuid(),
  organizationId: z.uuid().nullable(),
})

/** A single job. Its creator also learns how to undo what it did. */
export const JobDetail = JobItem.extend({
  meta: Meta,
  resultSummary: z.record(z.string(), z.unknown()).nullable(),
  startedByUserId: z.uuid().nullable(),
  heartbeatAt: z.string().nullable(),
  cancelRequestedAt: z.string().nullable(),
  parentJobId: z.uuid().nullable(),
  partitionIndex: z.number().int().nullable(),
  partitionCount: z.number().int().nullable(),
  updatedAt: z.string(),
  /** The action log entry with everything the job did. */
  logId: z.uuid().nullable(),
  undoToken: z.string().nullable(),
})

/** A job in the list of active jobs. */
export const ActiveJob = JobSummary.extend({ id: z.uuid(), meta: Meta, errorMessage: z.string().nullable() })

/** A job in events. */
export const JobEvent = JobSummary.extend({
  jobId: z.uuid(),
  meta: Meta,
  tenantId: z.uuid(),
  organizationId: z.uuid().nullable(),
})

/** A job as stored. */
export interface JobRow extends Omit<z.output<typeof JobDetail>, 'undoToken'> {
  readonly event: 'created' | 'started' | 'updated' | 'completed' | 'failed' | 'cancelled'
  readonly version: number
  readonly isStale: boolean
  /** Whether `resultSummary` was too long to be read. */
  readonly isCut?: boolean
}

/** The properties of `JobRow`. */
const MEMBERS = [
  ...JobDetail.omit({ undoToken: true }).keyof().options,
  'event',
  'version',
  'isStale',
] as const satisfies readonly (keyof JobRow)[]

/** The columns of `JobRow` in a query with jobs as `j`, also for queries built with `from`. */
export const jobColumns = columns(ProgressJob, 'j', MEMBERS)
/** The columns for queries of many jobs, because each result summary may take a megabyte. */
export const listedColumns = columns(
  ProgressJob,
  'j',
  MEMBERS.filter((name) => name !== 'resultSummary'),
)
export const jobProperties = MEMBERS.map((name) => `j.${name}` as const)

/** The event of a job. */
export function toJobEvent(row: JobRow) {
  const { id, event, resultSummary, errorMessage, isStale } = row
  return {
    ...JobEvent.parse({ ...row, jobId: id }),
    ...(event === 'completed' && { resultSummary }),
    ...(event === 'failed' && { errorMessage, stale: isStale }),
  }
}
