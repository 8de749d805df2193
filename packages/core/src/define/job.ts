import type { RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { Scope } from '../data/scope.ts'
import type { Context } from './context.ts'

/** Something that happened. Other modules import the value, never its name. */
export interface EventType<P = unknown> {
  readonly id: string
  readonly payload: z.ZodType<P>
}

/** What subscribers and jobs can do beside what everything can: they run later than what caused them. */
interface LaterContext extends Context {
  /**
   * Works on behalf of whoever queued the job or emitted the event, in a unit of work of its own. The entries of its commands
   * are theirs, as if they had sent them: in the log, for undo (`audit_logs.undo_self`) and in `actor.id`. What is done stays
   * the platform's work, with all rights in the scope of the job: check what they may do in the command that queues it.
   * Undo checks what they may do on that day (decision 38). Where nobody has started it, such as by a schedule, the platform
   * works for itself. Throws in commands.
   *
   * @example
   * run: ({ payload, onBehalf }) => onBehalf(({ run }) => run(importRows, payload))
   */
  onBehalf<T>(work: (ctx: Context) => Promise<T>): Promise<T>
}

/** What a subscriber receives. */
export interface DeliveryContext<P> extends LaterContext {
  readonly payload: P
  /** The same for every attempt to deliver one event: the key by which its effects can be made idempotent. */
  readonly deliveryId: string
}

/** Runs after an event's transaction has committed. */
export interface Subscriber {
  readonly event: EventType
  readonly handle: (ctx: DeliveryContext<never>) => unknown
  /** Set for delivery at least once, also after a crash: a name that stays the same across releases. */
  readonly durable?: string
}

/** Declares a module's events: `defineEvents('auth', { 'user.created': … })['user.created'].id` is `auth.user.created`. */
export function defineEvents<const T extends Record<string, z.ZodType>>(
  module: string,
  payloads: T,
): { readonly [K in keyof T]: EventType<z.output<T[K]>> } {
  const events = Object.entries(payloads).map(([key, payload]) => [key, { id: `${module}.${key}`, payload }])
  return Object.freeze(Object.fromEntries(events))
}

/**
 * Subscribes to an event. Plain subscribers run once, right after commit; `{ durable }` ones are jobs queued in the
 * transaction, delivered at least once with the same `deliveryId`.
 */
export function on<P>(
  event: EventType<P>,
  handle: (ctx: DeliveryContext<P>) => unknown,
  { durable }: { durable?: string } = {},
): Subscriber {
  return Object.freeze({ event, handle, durable }) as Subscriber
}

/** Work that outlives the request: queued in the command's transaction, run at least once, taken over after a crash. */
export interface Job<P extends z.ZodType = z.ZodType> {
  readonly id: string
  readonly payload: P
  // A method, so that a job of any payload is a `Job`.
  run(ctx: JobContext<z.output<P>>): Promise<unknown> | unknown
  /** Attempts after the first failure. Default: 5. */
  readonly retries?: number
  /** Seconds one attempt may take. Default: 900. */
  readonly timeout?: number
  /**
   * How many of it a host does at once, each for another tenant: more for jobs that wait for others, such as a server that is
   * called. Default: 2, and 1 for scheduled ones.
   */
  readonly concurrency?: number
  /** True for jobs that customers' rules have queued: its events count as caused by rules. */
  readonly isRuled?: boolean
  /** A cron expression (UTC) for jobs that run by themselves. */
  readonly schedule?: string
}

/** What a job receives. */
export interface JobContext<P> extends LaterContext {
  readonly payload: P
  /** The same for every attempt of one job: the key by which its effects can be made idempotent. */
  readonly jobId: string
  /** Aborted when the attempt runs out of time, and where it goes on for more than a second after the host began to stop. */
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
 *   run: ({ payload, inject }) => inject(reminders).send(payload.tagId),
 * })
 */
export function defineJob<P extends z.ZodType>(job: Job<P>): Job<P> {
  return Object.freeze(job)
}

/**
 * Records that are only added, written in batches: accesses, executions. A record survives a rolled back command, a clean
 * stop and a database that is away for seconds. It survives a crash when it is awaited, else all but the last 50 ms.
 */
export interface BatchedLog<L = unknown> {
  readonly id: string
  /**
   * True where answers name records (decision 33): who appended one outside a command is answered when it is durable, or
   * 503 when it could not be written. Whatever arrives during a write is the next one's.
   */
  readonly isAwaited?: boolean
  /** Roughly the bytes of a record, by which batches are cut. Default: 1,000. */
  weigh?(record: L): number
  /** What writes records of any tenants: sent as one transaction with the platform's authority. */
  statements(records: readonly L[]): readonly RawBuilder<unknown>[]
  /** Jobs that are queued in the same transaction. Default: none. */
  jobs?(records: readonly L[]): readonly BatchedLogJob[]
}

/** A job in the scope that its record is about. */
export interface BatchedLogJob {
  readonly job: Job
  readonly payload: unknown
  readonly origin: JobOrigin
  /** A UUID for one that may be asked for twice: at most one of this id in a day. */
  readonly id?: string
}

/** For whom a job of a batched log runs. */
export interface JobOrigin {
  readonly scope: Scope
  readonly userId: string | null
  readonly requestId: string | null
  /** The id of the actor on whose behalf it may work. Default: nobody's, so that it works for the platform. */
  readonly startedBy?: string
  /** How often rules have led to each other up to here. Default: 0. */
  readonly depth?: number
}

/** Declares a batched log. Its table is protected by `plinth.guard`, without recording. */
export function defineBatchedLog<L>(target: BatchedLog<L>): BatchedLog<L> {
  return Object.freeze(target)
}
