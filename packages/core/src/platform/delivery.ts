import { z } from 'zod'
import { systemSession } from '../acl/actors.ts'
import type { Subscriber } from '../define/event.ts'
import { defineJob, type Job, type JobContext } from '../define/job.ts'
import type { Attempt } from '../jobs/queue.ts'
import type { Emitted, Runtime } from './runtime.ts'
import { doWork } from './work.ts'

/** Hands events to their plain subscribers, each in a unit of work of its own, without holding up who emitted them. */
export function deliver(runtime: Runtime, { session, origin, emissions }: Emitted): void {
  for (const { event, payload, deliveryId } of emissions) {
    for (const subscriber of runtime.subscriptions.of(event)) {
      if (subscriber.durable !== undefined) continue
      const heard = systemSession(`on ${event.id}`, session.scope, session.actor.userId)
      const { requestId, depth = 0, cause } = origin
      const work = doWork({ runtime, session: heard, origin: { requestId, depth, cause } }, (ctx) =>
        subscriber.handle(Object.create(ctx, { payload: { value: payload }, deliveryId: { value: deliveryId } })),
      )
      runtime.background(
        work.catch((error: unknown) => runtime.log.error({ err: error, event: event.id }, 'subscriber failed')),
      )
    }
  }
}

/** The job that delivers to a durable subscriber. */
export function toDeliveryJob({ event, handle, durable }: Subscriber): Job {
  return defineJob({
    id: durable ?? event.id,
    payload: z.object({ payload: event.payload, deliveryId: z.string() }),
    run: (ctx: JobContext<{ payload: unknown; deliveryId: string }>) => {
      const { payload, deliveryId } = ctx.payload
      return handle(Object.create(ctx, { payload: { value: payload }, deliveryId: { value: deliveryId } }))
    },
  })
}

/** Does one attempt at a job, as the platform, in the scope of whoever queued it. */
export async function performJob(
  runtime: Runtime,
  { job, jobId, signal, payload, scope, userId, requestId, depth = 0, cause }: Attempt,
): Promise<unknown> {
  const parsed: unknown = job.payload.parse(payload ?? {})
  const session = systemSession(`job ${job.id}`, scope, userId)
  return doWork({ runtime, session, origin: { requestId, cause, depth: job.isRuled ? depth + 1 : depth } }, (ctx) =>
    job.run(Object.create(ctx, { payload: { value: parsed }, jobId: { value: jobId }, signal: { value: signal } })),
  )
}
