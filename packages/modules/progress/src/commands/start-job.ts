import { defineCommand, sql } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { JobId } from '../fields.ts'
import { changeJob } from '../job-rows.ts'

/**
 * A worker begins. It may begin again what it had begun before it was killed, also when the job counts as stale
 * meanwhile; what was cancelled or has ended is not begun.
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
