import { CronExpressionParser } from 'cron-parser'
import { systemCaller } from '../acl/grants.ts'
import { NO_SCOPE } from '../data/scope.ts'
import type { Job } from '../define/job.ts'
import type { Platform } from '../platform/platform.ts'
import type { TestClock } from './clock.ts'

/** Queues the scheduled jobs of modules that have come due since it was asked last: each once, as a host would that slept. */
export class Schedules {
  readonly #clock: TestClock
  #asked: Date

  constructor(clock: TestClock) {
    this.#clock = clock
    this.#asked = clock.now
  }

  async queueDue({ modules, as }: Platform): Promise<void> {
    const { now } = this.#clock
    const due = modules.flatMap(({ jobs = [] }) => jobs).filter((job) => isDue(job, this.#asked, now))
    this.#asked = now
    if (due.length === 0) return
    await as(systemCaller('schedule', NO_SCOPE), async ({ enqueue }) => {
      for (const job of due) enqueue(job, {})
    })
  }
}

function isDue({ schedule }: Job, after: Date, now: Date): boolean {
  if (schedule === undefined || now <= after) return false
  return CronExpressionParser.parse(schedule, { currentDate: after, tz: 'UTC' }).next().toDate() <= now
}
