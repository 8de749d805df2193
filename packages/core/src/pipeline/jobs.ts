import { sql } from 'kysely'
import { z } from 'zod'
import { anonymous, systemCaller } from '../acl/grants.ts'
import { createSql, type Sql } from '../data/statements.ts'
import { Transaction } from '../data/transaction.ts'
import { defineJob, type DeliveryContext, type Job, type JobContext, type Subscriber } from '../define/job.ts'
import type { Attempt } from '../jobs/queue.ts'
import { RequestContext } from './context.ts'
import { type Emission, starterOf } from './outbox.ts'
import { purgeAnswers } from './idempotency.ts'
import { endWith, type RequestParts, RequestState, type Runtime } from './runtime.ts'

/** Hands an event to a plain subscriber, in work of its own, without holding up who emitted it. */
export function deliver(
  { runtime, caller, origin }: RequestParts,
  emission: Emission,
  { handle }: Pick<Subscriber, 'handle'>,
): void {
  const { id } = emission.event
  const { requestId, depth = 0, cause } = origin
  const heard = systemCaller(`on ${id}`, caller.scope, caller.actor.userId)
  const startedBy = starterOf({ caller, origin })
  const state = new RequestState({ runtime, caller: heard, origin: { requestId, depth, cause, startedBy } })
  const done = endWith(state, () => handle(new SubscriberContext(state, emission)))
  const fail = (error: unknown) => runtime.log.error({ err: error, event: id }, 'subscriber failed')
  runtime.background(done.catch(fail))
}

/** A job that delivers to a durable subscriber. */
interface DeliveryJob extends Job {
  readonly deliversTo: Subscriber
}

/** The job that delivers to a durable subscriber. */
export function toDeliveryJob(subscriber: Subscriber): Job {
  const { event, durable } = subscriber
  return Object.freeze({
    ...defineJob({
      id: durable ?? event.id,
      payload: z.object({ payload: event.payload, deliveryId: z.string() }),
      run: () => undefined,
    }),
    deliversTo: subscriber,
  })
}

/** Runs one attempt of a job, as the system, in the scope in which it was queued. */
export async function performJob(runtime: Runtime, attempt: Attempt): Promise<unknown> {
  const { job, payload, scope, userId, requestId, depth = 0, cause, startedBy } = attempt
  const parsed: unknown = job.payload.parse(payload ?? {})
  const state = new RequestState({
    runtime,
    caller: systemCaller(`job ${job.id}`, scope, userId),
    origin: { requestId, cause, depth: job.isRuled ? depth + 1 : depth, line: 'jobs', startedBy },
  })
  return endWith(state, () => {
    if (!('deliversTo' in job)) return job.run(new AttemptContext(state, attempt, parsed))
    return (job as DeliveryJob).deliversTo.handle(new SubscriberContext(state, parsed as Emission))
  })
}

/** What is common to what subscribers and jobs receive. */
class LaterContext extends RequestContext {
  readonly #startedBy: string | undefined

  constructor(state: RequestState) {
    super(state)
    this.#startedBy = state.origin.startedBy
  }

  get onBehalf(): JobContext<unknown>['onBehalf'] {
    const { actor, scope } = this
    return (work) => this.within({ actor: { ...actor, id: this.#startedBy ?? actor.id }, scope }, work)
  }
}

class SubscriberContext extends LaterContext implements DeliveryContext<never> {
  readonly payload: never
  readonly deliveryId: string

  constructor(state: RequestState, { payload, deliveryId }: Pick<Emission, 'payload' | 'deliveryId'>) {
    super(state)
    this.payload = payload as never
    this.deliveryId = deliveryId
  }
}

class AttemptContext extends LaterContext implements JobContext<unknown> {
  readonly payload: unknown
  readonly jobId: string
  readonly signal: AbortSignal

  constructor(state: RequestState, { jobId, signal }: Attempt, payload: unknown) {
    super(state)
    this.payload = payload
    this.jobId = jobId
    this.signal = signal
  }
}

/** Days for which the old password of an account, or another secret, can come back by undo. */
const SECRETS_KEPT = 30
const DAY = 24 * 60 * 60 * 1000
/** Rows of one transaction, so that none takes longer than a statement may. */
const BATCH = 5_000

/** Forgets rows that are too old, at most so many, and returns how many. */
type Forget = (db: Sql, options: { readonly at: Date; readonly most: number }) => Promise<number>

/** What the platform itself forgets, every hour. */
export function housekeepingJobs({ database, now }: Pick<Runtime, 'database' | 'now'>): Job[] {
  const forgetBatch = async (forget: Forget) => {
    const transaction = new Transaction({ database, scope: anonymous.scope, line: 'housekeeping', isWriter: true })
    try {
      const count = await forget(createSql(transaction, 'system', 'plain'), { at: now(), most: BATCH })
      await transaction.commit()
      return count
    } catch (error) {
      await transaction.rollback()
      throw error
    }
  }
  const hourly = (id: string, minute: number, forget: Forget) =>
    defineJob({
      id,
      payload: z.object({}),
      schedule: `${minute} * * * *`,
      async run({ signal }) {
        while (!signal.aborted && (await forgetBatch(forget)) === BATCH);
      },
    })
  return [
    hourly('core.purge-answers', 41, purgeAnswers),
    hourly('core.forget-secrets', 17, async (db, { at, most }) => {
      const oldest = new Date(at.getTime() - SECRETS_KEPT * DAY).toISOString()
      const { rows } = await sql<{ count: number }>`
        select plinth.forget_next_secrets(${oldest}, ${most}) as count`.execute(db)
      return rows[0]!.count
    }),
  ]
}
