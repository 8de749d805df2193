import { conflict, defineCommand, sql } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { JobId } from '../fields.ts'
import { changeJob, findJob, wasGivenUp } from '../job-rows.ts'

/**
 * Completes a job, even if it was given up meanwhile or its command has already completed it. A job that was cancelled is not
 * completed. Throws 409 if the job ended in another way, which rolls back work done in the same transaction, because another
 * worker has done it.
 */
export const completeJob = defineCommand({
  id: 'progress.jobs.complete',
  access: features.update,
  logged: false,
  input: z.object({
    id: JobId,
    resultSummary: z.record(z.string(), z.unknown()).nullable(),
    /** The log entry with everything the job did, if it was a single command. */
    logEntryId: z.uuid().nullable().default(null),
    /** For work that can still be rolled back: does not complete the job if cancellation was requested. */
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
    // A completion reported by the work in its own transaction counts as much as one reported afterwards.
    if (found?.status === 'completed' && !unlessCancelled) return { isCompleted: true }
    if (found?.cancelRequestedAt || found?.status === 'cancelled') return { isCompleted: false }
    throw conflict('The job has already ended')
  },
})
