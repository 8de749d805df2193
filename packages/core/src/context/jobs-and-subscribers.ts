import { z } from 'zod'
import { toCaller } from '../acl/callers.ts'
import type { DeliveryContext, Subscriber } from '../define/event.ts'
import { defineJob, type Job, type JobContext } from '../define/job.ts'
import type { Attempt } from '../jobs/queue.ts'
import { RequestContext } from './context.ts'
import type { Emission } from './outbox.ts'
import { starterOf } from './queue-outbox.ts'
import type { Runtime } from './runtime.ts'
import { endWith } from './end-work.ts'
import { type UnitOfWorkOptions, UnitOfWork } from './unit-of-work.ts'

/** Calls a plain subscriber in a separate unit of work, without blocking the emitter. */
export function deliver(
  { runtime, caller, origin }: UnitOfWorkOptions,
  emission: Emission,
  { handle }: Pick<Subscriber, 'handle'>,
): void {
  const { id } = emission.event
  const { requestId, depth = 0, cause } = origin
  const heard = toCaller({ actor: 'platform', reason: `on ${id}`, scope: caller.scope, userId: caller.actor.userId })
  const startedBy = starterOf({ caller, origin })
  const state = new UnitOfWork({ runtime, caller: heard, origin: { requestId, depth, cause, startedBy } })
  const done = endWith(state, () => handle(new SubscriberContext(state, emission)))
  const fail = (error: unknown) => runtime.log.error({ err: error, event: id }, 'subscriber failed')
  runtime.background(done.catch(fail))
}

/** A queued job that delivers an event to a durable subscriber. */
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
  const state = new UnitOfWork({
    runtime,
    caller: toCaller({ actor: 'platform', reason: `job ${job.id}`, scope, userId }),
    origin: { requestId, cause, depth: job.isRuled ? depth + 1 : depth, line: 'jobs', startedBy },
  })
  return endWith(state, () => {
    if (!('deliversTo' in job)) return job.run(new AttemptContext(state, attempt, parsed))
    return (job as DeliveryJob).deliversTo.handle(new SubscriberContext(state, parsed as Emission))
  })
}

/** What the contexts of subscribers and jobs have in common. */
class LaterContext extends RequestContext {
  readonly #startedBy: string | undefined

  constructor(state: UnitOfWork) {
    super(state)
    this.#startedBy = state.origin.startedBy
  }

  get onBehalf(): JobContext<unknown>['onBehalf'] {
    const { actor, scope } = this
    return (work) =>
      this.actAs({ actor: { ...actor, id: this.#startedBy ?? actor.id }, scope, reason: 'on behalf' }, work)
  }
}

class SubscriberContext extends LaterContext implements DeliveryContext<never> {
  readonly payload: never
  readonly deliveryId: string

  constructor(state: UnitOfWork, { payload, deliveryId }: Pick<Emission, 'payload' | 'deliveryId'>) {
    super(state)
    this.payload = payload as never
    this.deliveryId = deliveryId
  }
}

class AttemptContext extends LaterContext implements JobContext<unknown> {
  readonly payload: unknown
  readonly jobId: string
  readonly signal: AbortSignal

  constructor(state: UnitOfWork, { jobId, signal }: Attempt, payload: unknown) {
    super(state)
    this.payload = payload
    this.jobId = jobId
    this.signal = signal
  }
}
