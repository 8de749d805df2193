import { type Context, PlatformError, sql } from '@plinth/core'
import { inScope } from '@plinth/core/data'
import { events, jobsTag } from './contract.ts'
import { jobColumns, type JobRow, toJobEvent } from './views.ts'

/** 404 as jobs publish it. */
export const jobNotFound = () => new PlatformError('not_found', 'Not found')

type Fragment = ReturnType<typeof sql>
/**
 * Changes a job in the caller's scope if it is as `when` says, tells of it, and answers it; null when it was not
 * changed. The condition is part of the write, so that of two changes that exclude each other one wins.
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

/** Announces the latest change of a job. */
export function announceJob(
  { emit, invalidate, scope }: Pick<Context, 'emit' | 'invalidate' | 'scope'>,
  row: JobRow,
): void {
  emit(events[`job.${row.event}`], toJobEvent(row) as never)
  invalidate(jobsTag(scope.tenantId))
}

/** The job of that id; null when the caller's scope has none. */
export async function findJob(ctx: Pick<Context, 'db' | 'scope'>, id: string): Promise<JobRow | null> {
  const { rows } = await sql<JobRow>`select ${jobColumns} from progress_jobs j
    where ${jobInScope(ctx)} and j.id = ${id}`.execute(ctx.db)
  return rows[0] ?? null
}

/** The caller's jobs, in a query that calls the table `j`. */
export const jobInScope = ({ scope }: Pick<Context, 'scope'>) => inScope(scope, 'j')

/** A job `j` that was failed because its worker was not heard, once it had begun: a worker that is heard takes it up again. */
export const wasGivenUp = sql`(j.status = 'failed' and j.is_stale and j.started_at is not null)`
