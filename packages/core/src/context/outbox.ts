import type { BatchedLog } from '../define/batched-log.ts'
import type { EmittedEvent } from '../define/emitted-events.ts'
import type { EventType } from '../define/event.ts'
import type { Job, JobOptions } from '../define/job.ts'
import { brokenSetup } from '../errors.ts'
import type { JobQueue } from '../jobs/queue.ts'

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

/** The events and jobs that modules list. */
interface Listed {
  /** Ids of events. */
  readonly events: ReadonlySet<string>
  readonly queue: Pick<JobQueue, 'has'>
}

/** Collects events, jobs and cache invalidations until the transaction has ended. */
export class Outbox {
  readonly #listed: Listed
  readonly emissions: Emission[] = []
  /** What an undo or redo has done to records. Only `onEmit` is told of it. */
  readonly reverted: EmittedEvent[] = []
  readonly jobs: OutboxJob[] = []
  readonly tags = new Set<string>()
  /** Kept on success and on failure, but discarded when an attempt is retried. */
  readonly records: { readonly target: BatchedLog; readonly record: unknown }[] = []

  constructor(listed: Listed) {
    this.#listed = listed
  }

  get isEmpty(): boolean {
    return this.emissions.length === 0 && this.jobs.length === 0 && this.tags.size === 0
  }

  /** Throws for an event that no module lists, since neither subscribers nor rules could know it; with or without a subscriber. */
  emit(event: EventType, payload: unknown): void {
    if (!this.#listed.events.has(event.id))
      throw brokenSetup(`Event '${event.id}' is emitted, but no composed module lists it in \`events\``)
    this.emissions.push({ event, payload: event.payload.parse(payload), deliveryId: crypto.randomUUID() })
  }

  /** Throws for a job that no module lists: which jobs are queued cannot be known at startup. */
  enqueue(job: Job, payload: unknown, options: JobOptions = {}): void {
    if (!this.#listed.queue.has(job.id))
      throw brokenSetup(`Job '${job.id}' is queued, but no composed module lists it in \`jobs\``)
    this.jobs.push({ job, payload: job.payload.parse(payload), options })
  }

  invalidate(tags: readonly string[]): void {
    for (const tag of tags) this.tags.add(tag)
  }
}
