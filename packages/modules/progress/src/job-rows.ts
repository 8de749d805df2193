import { type Context, PlatformError, sql } from '@plinth/core'
import { inScope } from '@plinth/core/data'
import { events, jobsTag } from './contract.ts'
import { jobColumns, type JobRow, toJobEvent } from './views.ts'

/** 404 as published for jobs. */
export const jobNotFound = () => new PlatformError('not_found', 'Not found')

type Fragment = ReturnType<typeof sql>
/**
 * Updates a job in the caller's scope if `when` matches, emits the event and returns the job; null if nothing was updated. The
 * condition is part of the UPDATE, so that only one of two conflicting changes succeeds.
 */
export async function changeJob(
  ctx: Context,
  id: string,
  { event, set, when }: { event: JobRow['event']; set: Fragment; when: Fragment },
): Promise<JobRow | null> {
  const { rows } = await sql<JobRow>`
    update progress_jobs j set ${set}, event = ${event}, version = j.version + 1, updated_at = ${ctx.now().toISOString()}
    where ${jobInScope(ctx)} and j.id = ${id} and ${when} returning ${jobColumns}`.execute(ctx.db)
  const row = rows[0]
  if (row) announceJob(ctx, row)
  return row ?? null
}

/** Emits the event for the latest change of a job. */
export function announceJob(
  { emit, invalidate, scope }: Pick<Context, 'emit' | 'invalidate' | 'scope'>,
  row: JobRow,
): void {
  emit(events[`job.${row.event}`], toJobEvent(row) as never)
  invalidate(jobsTag(scope.tenantId))
}

/** The job with that id; null if there is none in the caller's scope. */
export async function findJob(ctx: Pick<Context, 'db' | 'scope'>, id: string): Promise<JobRow | null> {
  const { rows } = await sql<JobRow>`select ${jobColumns} from progress_jobs j
    where ${jobInScope(ctx)} and j.id = ${id}`.execute(ctx.db)
  return rows[0] ?? null
}

/** Restricts a query with jobs as `j` to those of the caller. */
export const jobInScope = ({ scope }: Pick<Context, 'scope'>) => inScope(scope, 'j')

/**
 * SQL condition: job `j` was started, and failed because its worker stopped reporting. If the worker reports again, the job
 * continues.
 */
export const wasGivenUp = sql`(j.status = 'failed' and j.is_stale and j.started_at is not null)`
