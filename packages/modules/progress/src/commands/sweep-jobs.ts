import { defineCommand, forbidden, signedIn, sql } from '@plinth/core'
import { z } from 'zod'
import { ProgressJob } from '../entities.ts'
import { announceJob } from '../job-rows.ts'
import { jobProperties, type JobRow } from '../views.ts'

/** Seconds without a report after which a worker is considered dead. */
const SILENCE = 60
/** Hours for which a job may wait for a worker. */
const MAX_WAIT_HOURS = 24

const STALE = `Job stale: no heartbeat for ${SILENCE} seconds`
const NOT_STARTED = `Job stale: not started within ${MAX_WAIT_HOURS} hours`

/** Fails the jobs of a tenant whose worker has died or never started. Only the platform itself may run it. */
export const sweepJobs = defineCommand({
  id: 'progress.jobs.sweep',
  access: signedIn,
  logged: false,
  input: z.object({}),
  output: z.object({ failed: z.number().int() }),
  async run(ctx) {
    const { actor, from, now } = ctx
    if (actor.kind !== 'system') throw forbidden()
    const at = now().toISOString()
    const ended = sql.ref('j.cancelRequestedAt')
    const outcome = sql<string>`case when ${ended} is null then 'failed' else 'cancelled' end`
    const reason = sql<string>`case when ${sql.ref('j.status')} = 'running' then ${STALE} else ${NOT_STARTED} end`
    const rows = await from
      .update(ProgressJob, 'j')
      .set((eb) => ({
        status: outcome,
        event: outcome,
        isStale: true,
        errorMessage: reason,
        finishedAt: at,
        version: eb('j.version', '+', 1),
      }))
      .where(isSilent(at))
      .returning(jobProperties)
      .$castTo<JobRow>()
      .execute()
    for (const row of rows) announceJob(ctx, row)
    return { failed: rows.length }
  },
})

/** SQL condition: nobody is working on job `j` at the given time. */
export const isSilent = (at: string) => sql<boolean>`(
  (${sql.ref('j.status')} = 'running' and ${sql.ref('j.heartbeatAt')} < ${at}::timestamptz - make_interval(secs => ${SILENCE}))
  or (${sql.ref('j.status')} = 'pending' and ${sql.ref('j.createdAt')} < ${at}::timestamptz - make_interval(hours => ${MAX_WAIT_HOURS})))`
