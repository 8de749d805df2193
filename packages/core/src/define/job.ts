import type { z } from 'zod'
import type { Context } from './context.ts'

/** Work that outlives the request: queued in the command's transaction, run at least once, taken over after a crash. */
export interface Job<P extends z.ZodType = any> {
  readonly id: string
  readonly payload: P
  readonly run: (ctx: JobContext<z.output<P>>) => Promise<unknown> | unknown
  /** Attempts after the first failure. Default: 5. */
  readonly retries?: number
  /** Seconds one attempt may take. Default: 900. */
  readonly timeout?: number
  /** True for what customers' rules have asked for: rules that hear of its events count as led to by rules. */
  readonly isRuled?: boolean
  /** A cron expression (UTC) for work that nobody asks for. */
  readonly schedule?: string
}

export interface JobContext<P> extends Context {
  readonly payload: P
  /** The same for every attempt of one job: the key by which its effects can be made idempotent. */
  readonly jobId: string
  /** Aborted when the host stops or the attempt runs out of time. */
  readonly signal: AbortSignal
}

/** How a job is queued. */
export interface JobOptions {
  /** Not before this time. */
  readonly startAfter?: Date
  /** At most one job with this key waits at a time. */
  readonly key?: string
}

/**
 * Declares a job. Queue it with `enqueue`, or give it a `schedule`.
 *
 * @example
 * const remind = defineJob({
 *   id: 'tags.remind',
 *   payload: z.object({ tagId: z.uuid() }),
 *   run: ({ payload, get }) => get(reminders).send(payload.tagId),
 * })
 */
export function defineJob<P extends z.ZodType>(job: Job<P>): Job<P> {
  return Object.freeze(job)
}
