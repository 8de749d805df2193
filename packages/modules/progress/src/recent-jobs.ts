import { type Context, defineCache, MIB, sql } from '@plinth/core'
import { inTenant } from '@plinth/core/data'
import { jobsTag } from './contract.ts'
import { type JobRow, listedColumns } from './views.ts'

/** The jobs of a tenant that may still change or have just changed. All event streams of a host share one query. */
export const recentJobs = defineCache<readonly JobRow[]>('progress.recent', { bytes: 16 * MIB, ttl: 30_000 })

/** Milliseconds for which a job remains in the stream after its last change. */
const RECENT_TIME = 120_000
const MAX_JOBS = 1_000
/** Maximum bytes of a job's result summary that are read with it, as text. */
const MAX_SUMMARY = 4_096

/** The recent jobs of the caller's tenant in all its organizations. `ctx` must not be restricted to some of them. */
export function readRecentJobs({ cached, db, scope, now }: Context): Promise<readonly JobRow[]> {
  const { tenantId } = scope
  return cached(recentJobs, tenantId, async () => {
    // A value whose stored size exceeds the limit is not even decompressed.
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
