import { defineService } from '@plinth/core'
import { completeJob } from './commands/complete-job.ts'
import { createJob } from './commands/create-job.ts'
import type { NewJob } from './fields.ts'
import { type Tracked, trackJob } from './track-job.ts'

/** What a job has to say in the end, as JSON. */
export type Summary = Record<string, unknown>

/** Shows people how far long work is, and lets them cancel it. */
export interface Tracker {
  /** Announces work and answers its id. Within a command it exists when the command commits. */
  create(job: NewJob): Promise<string>
  /**
   * Does the work of a job in a worker: begins it, beats while it runs, and ends it as the work ends. Does nothing when
   * the job was cancelled or has ended. A summary that the work gives back is kept; what it throws fails the job.
   * `signal` is the worker's own: when that is why the work threw, the job goes on with the next attempt.
   */
  track(id: string, signal: AbortSignal, work: (tracked: Tracked) => Promise<Summary | void>): Promise<void>
  /**
   * Completes a job in the command that does all of its work, so that both happen or neither. False when somebody has
   * asked to cancel it: then the command has to throw. Throws where it has ended in another way.
   */
  complete(id: string, outcome: { resultSummary: Summary; logEntryId: string }): Promise<boolean>
}

/** `inject(tracker)`. */
export const tracker = defineService<Tracker>('progress.tracker', (ctx) => ({
  create: async (job) => (await ctx.run(createJob, job)).id,
  track: (id, signal, work) => trackJob(ctx, { id, signal }, work),
  complete: async (id, outcome) => (await ctx.run(completeJob, { ...outcome, id, unlessCancelled: true })).isCompleted,
}))
