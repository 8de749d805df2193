import { defineCommand, sql } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { JobId } from '../fields.ts'
import { changeJob } from '../job-rows.ts'

/**
 * Marks a job as started by a worker. A worker that was killed may start it again, even if the job has been declared stale
 * meanwhile. Jobs that were cancelled or have ended are not started.
 */
export const startJob = defineCommand({
  id: 'progress.jobs.start',
  access: features.update,
  logged: false,
  input: z.object({ id: JobId }),
  output: z.object({ isStarted: z.boolean() }),
  async run(ctx) {
    const at = ctx.now().toISOString()
    const row = await changeJob(ctx, ctx.input.id, {
      event: 'started',
      set: sql`status = 'running', is_stale = false, error_message = null, finished_at = null, heartbeat_at = ${at},
        started_at = coalesce(j.started_at, ${at})`,
      when: sql`(j.status in ('pending', 'running') or (j.status = 'failed' and j.is_stale))`,
    })
    return { isStarted: row !== null }
  },
})
