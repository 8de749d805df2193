import { z } from 'zod'
import { systemSession } from '../acl/actors.ts'
import type { EventType, Subscriber } from '../define/event.ts'
import { defineJob, type Job, type JobContext } from '../define/job.ts'
import type { Attempt } from '../jobs/queue.ts'
import { endWith, RequestContext, RequestState } from './context.ts'
import type { Emission } from './effects.ts'
import type { Runtime, Work } from './runtime.ts'

/** Who hears of which event. */
export class Subscriptions {
  readonly #byEvent = new Map<string, Subscriber[]>()

  constructor(subscribers: readonly Subscriber[]) {
    for (const subscriber of subscribers) {
      const others = this.#byEvent.get(subscriber.event.id)
      if (others) others.push(subscriber)
      else this.#byEvent.set(subscriber.event.id, [subscriber])
    }
  }

  of(event: EventType): readonly Subscriber[] {
    return this.#byEvent.get(event.id) ?? []
  }

  /** Hands an event to its plain subscribers, each in work of its own, without holding up who emitted it. */
  deliver({ runtime, session, origin }: Work, emission: Emission): void {
    const { event } = emission
    const { requestId, depth = 0, cause } = origin
    for (const { durable, handle } of this.of(event)) {
      if (durable !== undefined) continue
      const heard = systemSession(`on ${event.id}`, session.scope, session.actor.userId)
      const state = new RequestState({ runtime, session: heard, origin: { requestId, depth, cause } })
      const done = endWith(state, () => handle(new DeliveryContext(state, emission)))
      runtime.background(
        done.catch((error: unknown) => runtime.log.error({ err: error, event: event.id }, 'subscriber failed')),
      )
    }
  }
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

/** Does one attempt at a job, as the platform, in the scope of whoever queued it. */
export async function performJob(runtime: Runtime, attempt: Attempt): Promise<unknown> {
  const { job, payload, scope, userId, requestId, depth = 0, cause } = attempt
  const parsed: unknown = job.payload.parse(payload ?? {})
  const state = new RequestState({
    runtime,
    session: systemSession(`job ${job.id}`, scope, userId),
    origin: { requestId, cause, depth: job.isRuled ? depth + 1 : depth },
  })
  return endWith(state, () => {
    if (!('deliversTo' in job)) return job.run(new AttemptContext(state, attempt, parsed))
    return (job as DeliveryJob).deliversTo.handle(new DeliveryContext(state, parsed as Emission))
  })
}

/** What a subscriber receives. */
class DeliveryContext extends RequestContext {
  readonly payload: never
  readonly deliveryId: string

  constructor(state: RequestState, { payload, deliveryId }: Pick<Emission, 'payload' | 'deliveryId'>) {
    super(state)
    this.payload = payload as never
    this.deliveryId = deliveryId
  }
}

/** What a job receives. */
class AttemptContext extends RequestContext implements JobContext<unknown> {
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
