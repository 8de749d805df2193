import { type Job, type Platform } from '@plinth/core'
import { NO_SCOPE } from '@plinth/core/data'
import { nextRun } from '@plinth/core/internal'
import type { TestClock } from './clock.ts'

/**
 * Queues the scheduled jobs that have become due since the last call, each once, like a host that was suspended in the
 * meantime.
 */
export class Schedules {
  readonly #clock: TestClock
  #asked: Date

  constructor(clock: TestClock) {
    this.#clock = clock
    this.#asked = clock.now
  }

  async queueDue({ modules, actAs }: Platform): Promise<void> {
    const { now } = this.#clock
    const due = modules.flatMap(({ jobs = [] }) => jobs).filter((job) => isDue(job, this.#asked, now))
    this.#asked = now
    if (due.length === 0) return
    await actAs({ actor: 'platform', reason: 'schedule', scope: NO_SCOPE }, async ({ enqueue }) => {
      for (const job of due) enqueue(job, {})
    })
  }
}

function isDue(job: Job, after: Date, now: Date): boolean {
  return job.schedule !== undefined && now > after && nextRun(job, after) <= now
}
