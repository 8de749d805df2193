import { badInput, defineCommand, Ok, sql } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { JobId } from '../fields.ts'
import { changeJob, findJob, jobNotFound } from '../job-rows.ts'

/** Requests cancellation: a pending job ends immediately, a running one when its worker is notified. */
export const cancelJob = defineCommand({
  id: 'progress.jobs.cancel',
  label: 'Cancel progress job',
  access: features.cancel,
  resource: 'progress.job',
  undoable: false,
  input: z.object({ id: JobId }),
  output: Ok,
  async run(ctx) {
    const { input, actor, now } = ctx
    const at = now().toISOString()
    const asked = sql`cancel_requested_at = coalesce(j.cancel_requested_at, ${at}),
      cancelled_by_user_id = coalesce(j.cancelled_by_user_id, ${actor.userId}::uuid)`
    const changed =
      (await changeJob(ctx, input.id, {
        event: 'cancelled',
        set: sql`${asked}, status = 'cancelled', finished_at = ${at}`,
        when: sql`j.cancellable and j.status = 'pending'`,
      })) ??
      (await changeJob(ctx, input.id, {
        event: 'updated',
        set: asked,
        when: sql`j.cancellable and j.status = 'running'`,
      }))
    if (changed) return { ok: true as const }
    throw (await findJob(ctx, input.id)) ? badInput('Cannot cancel this job') : jobNotFound()
  },
})
