import { defineCommand, forbidden, signedIn, sql } from '@plinth/core'
import { z } from 'zod'
import { announceJob } from '../job-rows.ts'
import { jobColumns, type JobRow } from '../views.ts'

/** Seconds of silence after which a worker counts as gone. */
export const SILENCE = 60
/** Hours that a job may wait for a worker. */
export const PATIENCE = 24

const STALE = `Job stale: no heartbeat for ${SILENCE} seconds`
const FORGOTTEN = `Job stale: not started within ${PATIENCE} hours`

/** Fails the jobs of one tenant whose worker is gone or never came. Only the platform may run it. */
export const sweepJobs = defineCommand({
  id: 'progress.jobs.sweep',
  access: signedIn,
  logged: false,
  input: z.object({}),
  output: z.object({ failed: z.number().int() }),
  async run(ctx) {
    const { actor, scope, db, now } = ctx
    if (actor.kind !== 'system') throw forbidden()
    const at = now().toISOString()
    const { rows } = await sql<JobRow>`
      update progress_jobs j set status = case when j.cancel_requested_at is null then 'failed' else 'cancelled' end,
        event = case when j.cancel_requested_at is null then 'failed' else 'cancelled' end, is_stale = true,
        error_message = case when j.status = 'running' then ${STALE} else ${FORGOTTEN} end,
        finished_at = ${at}, updated_at = ${at}, version = j.version + 1
      where j.tenant_id = ${scope.tenantId} and ${isSilent(at)} returning ${jobColumns}`.execute(db)
    for (const row of rows) announceJob(ctx, row)
    return { failed: rows.length }
  },
})

/** Jobs `j` that nobody works on any more at that time. */
export const isSilent = (at: string) => sql`(
  (j.status = 'running' and j.heartbeat_at < ${at}::timestamptz - make_interval(secs => ${SILENCE}))
  or (j.status = 'pending' and j.created_at < ${at}::timestamptz - make_interval(hours => ${PATIENCE})))`
