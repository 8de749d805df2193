import { conflict, defineCommand, sql } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { JobId } from '../fields.ts'
import { changeJob, findJob, wasGivenUp } from '../job-rows.ts'

/**
 * A job has done its work, also where it was given up meanwhile, or where its command has said so already. Not completed is
 * what somebody has cancelled. Throws 409 where it has ended in another way, so that nothing is left of work that was done
 * in the same transaction: somebody else has done it.
 */
export const completeJob = defineCommand({
  id: 'progress.jobs.complete',
  access: features.update,
  logged: false,
  input: z.object({
    id: JobId,
    resultSummary: z.record(z.string(), z.unknown()).nullable(),
    /** The entry with everything that the job did, when it was one command. */
    logEntryId: z.uuid().nullable().default(null),
    /** For work that can still be rolled back: not done when somebody has asked to cancel it. */
    unlessCancelled: z.boolean().default(false),
  }),
  output: z.object({ isCompleted: z.boolean() }),
  async run(ctx) {
    const { id, resultSummary, logEntryId, unlessCancelled } = ctx.input
    const at = ctx.now().toISOString()
    const row = await changeJob(ctx, id, {
      event: 'completed',
      set: sql`status = 'completed', is_stale = false, error_message = null, progress_percent = 100, eta_seconds = 0, heartbeat_at = ${at}, finished_at = ${at},
        processed_count = coalesce(j.total_count, j.processed_count), log_entry_id = ${logEntryId},
        result_summary = ${resultSummary && JSON.stringify(resultSummary)}::jsonb`,
      when: sql`(j.status = 'running' or ${wasGivenUp})
        and (j.cancel_requested_at is null or not ${unlessCancelled}::boolean)`,
    })
    if (row) return { isCompleted: true }
    const found = await findJob(ctx, id)
    // What the work has told itself, in its own transaction, is as good as what is told after it.
    if (found?.status === 'completed' && !unlessCancelled) return { isCompleted: true }
    if (found?.cancelRequestedAt || found?.status === 'cancelled') return { isCompleted: false }
    throw conflict('The job has ended meanwhile')
  },
})
