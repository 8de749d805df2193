import type { QueuedEffect } from '../commands/entry-effects.ts'
import type { Transaction } from '../commands/run.ts'
import { brokenSetup } from '../errors.ts'
import type { Outbox } from '../events/outbox.ts'
import type { Emitted, Runtime } from './runtime.ts'

/** Puts jobs and durable deliveries into the queue, in the command's transaction, and answers them. */
export async function queueOutbox(
  runtime: Runtime,
  { session, origin }: Pick<Emitted, 'session' | 'origin'>,
  { unit, outbox }: Pick<Transaction, 'unit' | 'outbox'>,
): Promise<readonly QueuedEffect[]> {
  const { scope, actor } = session
  const { requestId, depth = 0, cause } = origin
  const envelope = { scope, userId: actor.userId, requestId, depth, ...(cause && { cause }) }
  const jobs = toJobs(runtime, outbox)
  await runtime.queue.enqueue(
    unit,
    jobs.map(({ jobId, payload, options }) => ({
      jobId,
      options,
      envelope: { ...envelope, payload },
    })),
  )
  return jobs
}

/** The ids of the jobs that an outbox led to. */
export function jobIdsOf(runtime: Runtime, outbox: Outbox): readonly string[] {
  return toJobs(runtime, outbox).map(({ jobId }) => jobId)
}

function toJobs({ subscriptions, queue }: Runtime, { jobs, emissions }: Outbox): readonly QueuedEffect[] {
  const unlisted = jobs.find(({ job }) => !queue.has(job.id))
  if (unlisted) throw brokenSetup(`Job '${unlisted.job.id}' is queued, but no composed module lists it in \`jobs\``)
  const asked = jobs.map(({ job, payload, options }) => ({ jobId: job.id, payload, options, isDelivery: false }))
  const heard = emissions.flatMap(({ event, payload, deliveryId }) =>
    subscriptions
      .of(event)
      .flatMap(({ durable }) =>
        durable === undefined
          ? []
          : [{ jobId: durable, payload: { payload, deliveryId }, options: {}, isDelivery: true }],
      ),
  )
  return [...asked, ...heard]
}
