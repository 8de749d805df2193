import type { z } from 'zod'
import type { Scope } from '../data/query/scope.ts'
import type { Context } from './context.ts'

/** What subscribers and jobs can do in addition to `Context`, since they run later than their cause. */
export interface LaterContext extends Context {
  /**
   * Works on behalf of the person who queued the job or emitted the event, in a separate unit of work. Log entries of its
   * commands are attributed to that person: in the log, for undo (`audit_logs.undo_self`) and in `actor.id`. The work still runs
   * as the platform, with all rights in the scope of the job, so check access in the command that queues it. Undo checks the
   * person's access at the time of the undo (decision: Undo with current permissions). If nobody started the work, as with
   * schedules, the platform acts for itself. Throws in commands.
   *
   * @example
   * run: ({ payload, onBehalf }) => onBehalf(({ run }) => run(importRows, payload))
   */
  onBehalf<T>(work: (ctx: Context) => Promise<T>): Promise<T>
}

/**
 * Work that outlives the request: queued in the command's transaction, run at least once, resumed by another host after a crash.
 */
export interface Job<P extends z.ZodType = z.ZodType> {
  readonly id: string
  readonly payload: P
  // Declared as a method so that a job of any payload is assignable to `Job`.
  run(ctx: JobContext<z.output<P>>): Promise<unknown> | unknown
  /** Retries after the first failed attempt. Default: 5. */
  readonly retries?: number
  /** Timeout of an attempt in seconds. Default: 900. */
  readonly timeout?: number
  /**
   * How many of these jobs a host runs concurrently, each for a different tenant. Raise it for jobs that mostly wait, for
   * example for another server. Default: 2, and 1 for scheduled jobs.
   */
  readonly concurrency?: number
  /** True for jobs queued by customers' rules; events they emit count as caused by rules. */
  readonly isRuled?: boolean
  /** A cron expression, for scheduled jobs. */
  readonly schedule?: string
  /**
   * The time zone of the schedule: `Europe/Berlin`. A certain time of the day runs once on every day, also when clocks change: the
   * first of two, or when clocks skip it. Jobs of every hour or minute run in each of them. Default: UTC.
   */
  readonly timeZone?: string
}

/** What a job receives. */
export interface JobContext<P> extends LaterContext {
  readonly payload: P
  /** The same for every attempt of a job; use it to make effects idempotent. */
  readonly jobId: string
  /** Aborted when the attempt times out, or if it is still running a second after the host began to stop. */
  readonly signal: AbortSignal
}

/** Options for queueing a job. */
export interface JobOptions {
  /** Earliest start time. */
  readonly startAfter?: Date
  /** At most one job with this key is queued at a time. */
  readonly key?: string
}

/**
 * Declares a job. Queue it with `enqueue`, or give it a `schedule`.
 *
 * @example
 * const remind = defineJob({
 *   id: 'tags.remind',
 *   payload: z.object({ tagId: z.uuid() }),
 *   run: ({ payload, inject }) => inject(reminders).send(payload.tagId),
 * })
 */
export function defineJob<P extends z.ZodType>(job: Job<P>): Job<P> {
  return Object.freeze(job)
}

/** The origin of a job queued by a batched log. */
export interface JobOrigin {
  readonly scope: Scope
  readonly userId: string | null
  readonly requestId: string | null
  /** The id of the actor on whose behalf it can work. Default: none; it works for the platform. */
  readonly startedBy?: string
  /** How many rules have triggered each other up to this point. Default: 0. */
  readonly depth?: number
}
