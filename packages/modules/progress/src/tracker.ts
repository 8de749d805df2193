import { defineService } from '@plinth/core'
import { completeJob } from './commands/complete-job.ts'
import { createJob } from './commands/create-job.ts'
import type { NewJob } from './fields.ts'
import { type Tracked, trackJob } from './track-job.ts'

/** The result of a job, as JSON. */
export type Summary = Record<string, unknown>

/** Shows users the progress of long-running work, and lets them cancel it. */
export interface Tracker {
  /** Creates a job and returns its id. In a command, the job exists once the command commits. */
  create(job: NewJob): Promise<string>
  /**
   * Runs the work of a job in a worker: starts the job, sends heartbeats while the work runs, and ends the job with the outcome
   * of the work. Does nothing if the job was cancelled or has ended. A returned summary is stored; an exception fails the job.
   * `signal` is the worker's own: if the work threw because of it, the job continues with the next attempt.
   */
  track(id: string, signal: AbortSignal, work: (tracked: Tracked) => Promise<Summary | void>): Promise<void>
  /**
   * Completes a job in the command that does all of its work, so that both commit or neither does. Returns false if cancellation
   * was requested; the command must then throw. Throws if the job has ended in another way.
   */
  complete(id: string, outcome: { resultSummary: Summary; logEntryId: string }): Promise<boolean>
}

/** Resolve with `inject(tracker)`. */
export const tracker = defineService<Tracker>('progress.tracker', (ctx) => ({
  create: async (job) => (await ctx.run(createJob, job)).id,
  track: (id, signal, work) => trackJob(ctx, { id, signal }, work),
  complete: async (id, outcome) => (await ctx.run(completeJob, { ...outcome, id, unlessCancelled: true })).isCompleted,
}))
