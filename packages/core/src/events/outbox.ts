import type { EventType, Subscriber } from '../define/event.ts'
import type { Job, JobOptions } from '../define/job.ts'
import type { Journal } from '../define/journal.ts'

/** What a unit of work owes the world once it has committed. */
export interface Emission {
  readonly event: EventType
  readonly payload: unknown
  /** The same for every delivery of this emission. */
  readonly deliveryId: string
}

export interface Enqueued {
  readonly job: Job
  readonly payload: unknown
  readonly options: JobOptions
}

/** What a command tells a journal. */
export interface Told {
  readonly journal: Journal
  readonly line: unknown
}

/** Collects events, jobs and cache invalidations until the transaction's fate is known. */
export class Outbox {
  readonly emissions: Emission[] = []
  readonly jobs: Enqueued[] = []
  readonly tags = new Set<string>()
  /** Kept whether the command succeeds or fails, unless it is repeated. */
  readonly lines: Told[] = []

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
}
