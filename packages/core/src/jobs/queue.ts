import { PgBoss } from 'pg-boss'
import type pg from 'pg'
import type { Scope } from '../data/scope.ts'
import type { Unit } from '../data/unit.ts'
import type { Job, JobOptions } from '../define/job.ts'
import type { Logger } from '../define/logger.ts'

/** A job as it waits in the queue: what to do, and for whom. */
export interface Envelope {
  readonly payload: unknown
  readonly scope: Scope
  readonly userId: string | null
  readonly requestId: string | null
}

/** One attempt at a job. */
export interface Attempt extends Envelope {
  readonly job: Job
  readonly jobId: string
  readonly signal: AbortSignal
}

export interface QueueOptions {
  readonly pool: pg.Pool
  readonly jobs: readonly Job[]
  readonly log: Logger
  readonly perform: (attempt: Attempt) => Promise<unknown>
}

const SCHEMA = 'plinth_jobs'
/** A worker that is killed stops beating; its job is taken over after this and one supervision, within 30 s. */
const HEARTBEAT_SECONDS = 10

/** The PostgreSQL job queue, shared by every host on the same database. */
export class Queue {
  readonly #options: QueueOptions
  #boss: PgBoss
  #started = false

  constructor(options: QueueOptions) {
    this.#options = options
    this.#boss = this.#open(true)
  }

  /** Creates or updates the queue's own schema; part of migrating. */
  async migrate(): Promise<void> {
    const { pool, jobs } = this.#options
    const boss = new PgBoss({
      db: { executeSql: (text, values) => pool.query(text, values as unknown[]) },
      schema: SCHEMA,
      supervise: false,
      schedule: false,
    })
    await boss.start()
    for (const { id, retries = 5, timeout = 900 } of jobs) {
      const settings = {
        retryLimit: retries,
        retryBackoff: true,
        expireInSeconds: timeout,
        heartbeatSeconds: HEARTBEAT_SECONDS,
      }
      if (await boss.getQueue(id)) await boss.updateQueue(id, settings)
      else await boss.createQueue(id, settings)
    }
    await boss.stop({ graceful: false, close: false })
    await pool.query(`
      grant usage on schema ${SCHEMA} to plinth_system;
      grant select, insert, update, delete on all tables in schema ${SCHEMA} to plinth_system;
      grant execute on all functions in schema ${SCHEMA} to plinth_system;`)
  }

  /** Opens the queue; with `workers`, this host takes jobs too. */
  async start({ workers }: { workers: boolean }): Promise<void> {
    const { jobs, perform } = this.#options
    if (jobs.length === 0) return
    // Supervision and schedules are work too, which a host without workers leaves to the others.
    if (!workers) this.#boss = this.#open(false)
    await this.#boss.start()
    this.#started = true
    if (!workers) return
    for (const job of jobs) {
      if (job.schedule) await this.#boss.schedule(job.id, job.schedule)
      await this.#boss.work<Envelope>(job.id, { pollingIntervalSeconds: 1, batchSize: 1 }, async ([taken]) => {
        if (!taken) return
        await perform({ ...taken.data, job, jobId: taken.id, signal: taken.signal })
      })
    }
  }

  /** Queues a job inside a transaction: it exists when the transaction commits, and not otherwise. */
  async enqueue(
    unit: Unit,
    job: Job,
    { envelope, options = {} }: { envelope: Envelope; options?: JobOptions },
  ): Promise<void> {
    await this.#boss.send(job.id, envelope, {
      ...(options.startAfter && { startAfter: options.startAfter }),
      ...(options.key && { singletonKey: options.key }),
      db: {
        executeSql: (text, values = []) => unit.query('system', { text, values, rows: 'entity' }),
      },
    })
  }

  /** Does the jobs that wait, those they queue included, and answers how many it did. Failed ones wait for a retry. */
  async drain(): Promise<number> {
    const { jobs, perform, log } = this.#options
    let done = 0
    for (let found = true; found;) {
      found = false
      for (const job of jobs) {
        for (const { id, data } of await this.#boss.fetch<Envelope>(job.id, { batchSize: 100 })) {
          found = true
          done++
          try {
            await perform({ ...data, job, jobId: id, signal: new AbortController().signal })
            await this.#boss.complete(job.id, id)
          } catch (error) {
            log.error({ err: error, job: job.id }, 'job failed')
            await this.#boss.fail(job.id, id)
          }
        }
      }
    }
    return done
  }

  /** Stops taking jobs, lets running ones finish for a while, and closes. */
  async stop(): Promise<void> {
    if (this.#started) await this.#boss.stop({ graceful: true, timeout: 10_000, close: false })
  }
  #open(working: boolean): PgBoss {
    const { pool, log } = this.#options
    const boss = new PgBoss({
      db: { executeSql: (text, values) => pool.query(text, values as unknown[]) },
      schema: SCHEMA,
      migrate: false,
      createSchema: false,
      supervise: working,
      schedule: working,
      superviseIntervalSeconds: 5,
      monitorIntervalSeconds: 5,
    })
    boss.on('error', (error) => log.error({ err: error }, 'job queue'))
    return boss
  }
}
