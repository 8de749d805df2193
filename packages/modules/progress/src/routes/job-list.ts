import { get, page, paged, PlatformError, signedIn, sql } from '@plinth/core'
import { contains, limits } from '@plinth/core/data'
import { LocalMoment, momentIn } from '@plinth/core/http'
import { z } from 'zod'
import { JobId } from '../fields.ts'
import { jobInScope } from '../job-rows.ts'
import { toldJobs } from '../told-jobs.ts'
import { listedColumns, JobItem, type JobRow, Status } from '../views.ts'

const fields = { createdAt: sql`j.created_at`, startedAt: sql`j.started_at`, finishedAt: sql`j.finished_at` }

const JobQuery = z.object({
  /** One status, or several separated by commas. */
  status: z
    .string()
    .transform((text) => text.split(',').map((status) => status.trim()))
    .pipe(z.array(Status).min(1).max(20))
    .optional()
    .meta({
      pattern: `^\\s*(${Status.options.join('|')})\\s*(,\\s*(${Status.options.join('|')})\\s*){0,19}$`,
      description: 'One value, or several separated by commas.',
    }),
  jobType: z.string().max(100).optional(),
  parentJobId: JobId.optional(),
  includeCompleted: z.enum(['true', 'false']).optional(),
  completedSince: LocalMoment.optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
  search: z.string().max(200).optional(),
  sortField: z.enum(['createdAt', 'startedAt', 'finishedAt']).default('createdAt'),
  sortDir: z.enum(['asc', 'desc']).default('desc'),
})
type JobQuery = z.output<typeof JobQuery>

/** Added to the error of an invalid query, because clients read the response as a list. */
const nothing = { items: [], total: 0, page: 1, pageSize: 20, totalPages: 1 }

/** GET /progress/jobs: by default pending and running jobs, newest first. */
export const listJobs = get(
  '/progress/jobs',
  {
    access: signedIn,
    inView: true,
    summary: 'List jobs of the organization. By default, only jobs that are pending or running.',
    query: JobQuery,
    response: page(JobItem),
    errors: [400],
    onInvalid: () => new PlatformError('bad_input', 'Invalid query', { body: nothing }),
  },
  async (ctx) => {
    const { db, query } = ctx
    const { limit, offset } = limits(query)
    const where = sql.join([jobInScope(ctx), ...toCondition(query, (await ctx.locale()).timeZone)], sql` and `)
    const order = sql`${fields[query.sortField]} ${sql.raw(query.sortDir)} nulls last, j.id`
    const { rows } = await sql<JobRow & { total: number }>`
      select ${listedColumns}, count(*) over ()::integer as total from progress_jobs j where ${where}
      order by ${order} limit ${limit} offset ${offset}`.execute(db)
    const total = rows[0]?.total ?? (offset === 0 ? 0 : await countAll(db, where))
    return paged([await toldJobs(ctx, rows), total], query, 1)
  },
)

async function countAll(db: Parameters<ReturnType<typeof sql>['execute']>[0], where: ReturnType<typeof sql.join>) {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from progress_jobs j where ${where}`.execute(db)
  return rows[0]?.total ?? 0
}

function toCondition(
  { status, includeCompleted, jobType, parentJobId, completedSince, search }: JobQuery,
  timeZone: string,
) {
  const statuses = status ?? (includeCompleted === 'true' ? undefined : ['pending', 'running'])
  return [
    ...(statuses ? [sql`j.status = any (${statuses})`] : []),
    ...(jobType === undefined ? [] : [sql`j.job_type = ${jobType}`]),
    ...(parentJobId === undefined ? [] : [sql`j.parent_job_id = ${parentJobId}`]),
    ...(completedSince === undefined ? [] : [sql`j.finished_at >= ${momentIn(completedSince, timeZone)}`]),
    ...(search ? [sql`(j.name ilike ${contains(search)} or j.job_type ilike ${contains(search)})`] : []),
  ]
}
