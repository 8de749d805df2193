import { type Context, defineCache, MIB, sql } from '@plinth/core'
import { inTenant } from '@plinth/core/data'
import { jobsTag } from './contract.ts'
import { type JobRow, listedColumns } from './views.ts'

/** The jobs of a tenant that may still change, or have just done so. All streams of a host share one look. */
export const recentJobs = defineCache<readonly JobRow[]>('progress.recent', { bytes: 16 * MIB, ttl: 30_000 })

/** Milliseconds for which a job is told of after its last change. */
const RECENT_TIME = 120_000
const MAX_JOBS = 1_000
/** Bytes of what a job came to, as text, that are read with it. */
const MAX_SUMMARY = 4_096

/** The recent jobs of the caller's tenant, of all its organizations: `ctx` must not be limited to some. */
export function readRecentJobs({ cached, db, scope, now }: Context): Promise<readonly JobRow[]> {
  const { tenantId } = scope
  return cached(recentJobs, tenantId, async () => {
    // What is stored in more bytes than that is not even unpacked.
    const isShort = sql`(pg_column_size(j.result_summary) <= ${MAX_SUMMARY} and octet_length(j.result_summary::text) <= ${MAX_SUMMARY})`
    const { rows } =
      await sql<RecentRow>`select ${listedColumns}, (j.result_summary is not null and not ${isShort}) as cut,
      case when ${isShort} then j.result_summary end as summary from progress_jobs j where ${inTenant(scope, 'j')}
      and j.updated_at >= ${new Date(now().getTime() - RECENT_TIME).toISOString()}
      order by j.updated_at desc, j.id limit ${MAX_JOBS}`.execute(db)
    const value = rows.map(({ cut, summary, ...row }) => ({ ...row, isCut: cut, resultSummary: summary }))
    return { value, tags: [jobsTag(tenantId)] }
  })
}

interface RecentRow extends Omit<JobRow, 'resultSummary' | 'isCut'> {
  readonly cut: boolean
  readonly summary: JobRow['resultSummary']
}
