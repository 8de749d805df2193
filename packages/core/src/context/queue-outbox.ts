import { createSql } from '../data/connection/connected-sql.ts'
import type { Transaction } from '../data/connection/transaction.ts'
import type { QueuedJob } from '../log/effects.ts'
import { Outbox } from './outbox.ts'
import type { Runtime } from './runtime.ts'
import type { UnitOfWorkOptions } from './unit-of-work.ts'

/** Queues jobs and durable deliveries in the command's transaction, and returns them. */
export async function queueOutbox(
  { runtime, caller, origin }: UnitOfWorkOptions,
  transaction: Transaction,
  outbox: Outbox,
): Promise<readonly QueuedJob[]> {
  const told = await tellListeners({ runtime, caller, origin }, transaction, outbox)
  const jobs = [...toJobs(runtime, outbox), ...told]
  if (jobs.length === 0) return jobs
  const { scope, actor } = caller
  const { requestId, depth = 0, cause } = origin
  const startedBy = starterOf({ caller, origin })
  const traceparent = runtime.telemetry?.traceparent()
  const envelope = {
    scope,
    userId: actor.userId,
    requestId,
    depth,
    ...(cause && { cause }),
    ...(startedBy !== undefined && { startedBy }),
    ...(traceparent !== undefined && { traceparent }),
  }
  // Sort them, so that transactions that queue the same keys do not deadlock.
  const inOrder = jobs.toSorted((one, other) => orderOf(one).localeCompare(orderOf(other)))
  await runtime.queue.enqueue(
    transaction,
    inOrder.map(({ jobId, payload, options }) => ({ jobId, options, envelope: { ...envelope, payload } })),
  )
  return jobs
}

/** Lets modules write what is to be committed together with the events; returns the jobs that they queue. */
async function tellListeners(
  { runtime, caller }: UnitOfWorkOptions,
  transaction: Transaction,
  { emissions, reverted }: Outbox,
): Promise<readonly QueuedJob[]> {
  const { emitListeners, now } = runtime
  const events = [...emissions.map(({ event: { id }, payload }) => ({ id, payload })), ...reverted]
  if (emitListeners.length === 0 || events.length === 0) return []
  const asked = new Outbox(runtime)
  const db = createSql(transaction, 'system')
  for (const hear of emitListeners)
    await hear({ scope: caller.scope, events, db, now, enqueue: (...job) => asked.enqueue(...job) })
  return toJobs(runtime, asked).map((job) => ({ ...job, isOnce: true }))
}

/**
 * The id of the account or key that does or caused this work; undefined for the platform's own work and for anonymous callers.
 */
export function starterOf({
  caller: { actor },
  origin,
}: Pick<UnitOfWorkOptions, 'caller' | 'origin'>): string | undefined {
  if (actor.kind === 'anonymous') return undefined
  return actor.kind === 'system' ? origin.startedBy : actor.id
}

/** Sorts by key; jobs without one keep their position. */
const orderOf = ({ jobId, options: { key } }: QueuedJob): string => (key === undefined ? '' : `${jobId} ${key}`)

function toJobs({ subscriptions }: Runtime, { jobs, emissions }: Outbox): readonly QueuedJob[] {
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
