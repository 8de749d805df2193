import type { Transaction } from '../data/connection/transaction.ts'
import type { BatchedLog } from '../define/batched-log.ts'
import type { EventType } from '../define/event.ts'
import type { Job, JobOptions } from '../define/job.ts'
import { brokenSetup } from '../errors.ts'
import type { QueuedJob } from '../log/effects.ts'
import type { Runtime } from './runtime.ts'
import type { RequestParts } from './unit-of-work.ts'

/** An emitted event on its way to its subscribers. */
export interface Emission {
  readonly event: EventType
  readonly payload: unknown
  /** The same for every delivery of this emission. */
  readonly deliveryId: string
}

interface OutboxJob {
  readonly job: Job
  readonly payload: unknown
  readonly options: JobOptions
}

/** Collects events, jobs and cache invalidations until the transaction has ended. */
export class Outbox {
  readonly emissions: Emission[] = []
  readonly jobs: OutboxJob[] = []
  readonly tags = new Set<string>()
  /** Kept on success and on failure, but discarded when an attempt is retried. */
  readonly records: { readonly target: BatchedLog; readonly record: unknown }[] = []

  get isEmpty(): boolean {
    return this.emissions.length === 0 && this.jobs.length === 0 && this.tags.size === 0
  }

  emit(event: EventType, payload: unknown): void {
    this.emissions.push({ event, payload: event.payload.parse(payload), deliveryId: crypto.randomUUID() })
  }

  enqueue(job: Job, payload: unknown, options: JobOptions = {}): void {
    this.jobs.push({ job, payload: job.payload.parse(payload), options })
  }

  invalidate(tags: readonly string[]): void {
    for (const tag of tags) this.tags.add(tag)
  }
}

/** Queues jobs and durable deliveries in the command's transaction, and returns them. */
export async function queueOutbox(
  { runtime, caller, origin }: RequestParts,
  transaction: Transaction,
  outbox: Outbox,
): Promise<readonly QueuedJob[]> {
  const jobs = toJobs(runtime, outbox)
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

/** Rejects a job that no module lists. Which jobs are queued cannot be known at startup, so the first `enqueue` fails. */
export function assertJobListed({ queue }: Pick<Runtime, 'queue'>, { id }: Job): void {
  if (!queue.has(id)) throw brokenSetup(`Job '${id}' is queued, but no composed module lists it in \`jobs\``)
}

/** Rejects an event that no module lists, since neither subscribers nor rules could know it; with or without a subscriber. */
export function assertEventListed({ events }: Pick<Runtime, 'events'>, { id }: EventType): void {
  if (!events.has(id)) throw brokenSetup(`Event '${id}' is emitted, but no composed module lists it in \`events\``)
}

/**
 * The id of the account or key that does or caused this work; undefined for the platform's own work and for anonymous callers.
 */
export function starterOf({ caller: { actor }, origin }: Pick<RequestParts, 'caller' | 'origin'>): string | undefined {
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
