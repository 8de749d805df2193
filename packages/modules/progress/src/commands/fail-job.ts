import { defineCommand, sql } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { JobId } from '../fields.ts'
import { changeJob, findJob, wasGivenUp } from '../job-rows.ts'
import { Status } from '../views.ts'

/** Ends a job before its work is done: as cancelled if that was requested, otherwise as failed. */
export const failJob = defineCommand({
  id: 'progress.jobs.fail',
  access: features.update,
  logged: false,
  input: z.object({ id: JobId, errorMessage: z.string().transform((text) => text.slice(0, 2000)) }),
  output: z.object({ status: Status.nullable() }),
  async run(ctx) {
    const { id, errorMessage } = ctx.input
    const at = ctx.now().toISOString()
    const cancelled = await changeJob(ctx, id, {
      event: 'cancelled',
      set: sql`status = 'cancelled', finished_at = ${at}`,
      when: sql`j.status in ('pending', 'running') and j.cancel_requested_at is not null`,
    })
    const failed =
      cancelled ??
      (await changeJob(ctx, id, {
        event: 'failed',
        set: sql`status = 'failed', is_stale = false, finished_at = ${at}, error_message = ${errorMessage}`,
        when: sql`(j.status in ('pending', 'running') or ${wasGivenUp})`,
      }))
    const row = failed ?? (await findJob(ctx, id))
    return { status: row?.status ?? null }
  },
})
