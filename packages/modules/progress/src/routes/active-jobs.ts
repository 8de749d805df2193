import { get, signedIn, sql } from '@plinth/core'
import { z } from 'zod'
import { jobInScope } from '../job-rows.ts'
import { toldJobs } from '../told-jobs.ts'
import { ActiveJob, listedColumns, type JobRow } from '../views.ts'

/** GET /progress/active: what a progress bar shows when a page is opened. Does not write. */
export const listActiveJobs = get(
  '/progress/active',
  {
    operation: 'listActiveJobs',
    access: signedIn,
    inView: true,
    summary: 'List up to 50 jobs that are pending or running, and up to 10 that ended in the last 30 seconds.',
    response: z.object({ active: z.array(ActiveJob), recentlyCompleted: z.array(ActiveJob) }),
  },
  async (ctx) => {
    const since = new Date(ctx.now().getTime() - 30_000).toISOString()
    const { rows } = await sql<JobRow>`
      (select ${listedColumns} from progress_jobs j where ${jobInScope(ctx)} and j.parent_job_id is null
        and j.status in ('pending', 'running') order by j.created_at desc, j.id limit 50)
      union all
      (select ${listedColumns} from progress_jobs j where ${jobInScope(ctx)} and j.status in ('completed', 'failed')
        and j.finished_at >= ${since} and j.updated_at >= ${since} order by j.finished_at desc, j.id limit 10)`.execute(
      ctx.db,
    )
    const jobs = await toldJobs(ctx, rows)
    return {
      active: jobs.filter(({ finishedAt }) => finishedAt === null),
      recentlyCompleted: jobs.filter(({ finishedAt }) => finishedAt !== null),
    }
  },
)
