import { PgBoss } from 'pg-boss'
import type { Scope } from '../data/scope.ts'
import { type Database, querySystem } from '../data/statements.ts'
import type { Transaction } from '../data/transaction.ts'
import type { Cause } from '../define/context.ts'
import type { Job, JobOptions } from '../define/job.ts'
import type { Logger } from '../define/logger.ts'
import { SCHEMA } from './queue-schema.ts'

/** A job as it waits in the queue: what to do, and for whom. */
export interface Envelope {
  readonly payload: unknown
  readonly scope: Scope
  readonly userId: string | null
  readonly requestId: string | null
  /** How often rules have led to each other up to here. Default: 0. */
  readonly depth?: number
  /** What led to it beside the request. */
  readonly cause?: Cause
}

/** One attempt at a job. */
export interface Attempt extends Envelope {
  readonly job: Job
  readonly jobId: string
  readonly signal: AbortSignal
}

/** A job on its way into the queue. */
export interface Queued {
  readonly jobId: string
  readonly envelope: Envelope
  readonly options: JobOptions
  /** Where it may be queued again, because nobody knows whether it was: once a day at most there is one of this id. */
  readonly id?: string
}

export interface QueueOptions {
  readonly database: Database
  readonly jobs: readonly Job[]
  readonly log: Logger
  readonly perform: (attempt: Attempt) => Promise<unknown>
}

/** How long a job of another host waits at most; those of this one are woken. */
const POLLING_SECONDS = 2

/**
 * Milliseconds that a running job is given when the host stops, and after which it is given up. Hosts are ended by force
 * after ten seconds.
 */
const [PATIENCE, LIMIT] = [1_500, 8_000]

/** The PostgreSQL job queue, shared by every host on the same database. */
export class Queue {
  readonly #options: QueueOptions
  readonly #workers = new Map<string, string>()
  readonly #stopping = new AbortController()
  #boss: PgBoss
  #started = false

  constructor(options: QueueOptions) {
    this.#options = options
    this.#boss = this.#open(true)
  }

  /** Whether a job is known here. */
  has(id: string): boolean {
    return this.#options.jobs.some((job) => job.id === id)
  }

  /** Opens the queue; with `workers`, this host takes jobs too. */
  async start({ workers }: { workers: boolean }): Promise<void> {
    const { jobs } = this.#options
    if (jobs.length === 0) return
    // Supervision and schedules are work too, which a host without workers leaves to the others.
    if (!workers) this.#boss = this.#open(false)
    await this.#boss.start()
    this.#started = true
    if (!workers) return
    for (const job of jobs) {
      const options = { pollingIntervalSeconds: POLLING_SECONDS, batchSize: 1 }
      const worker = await this.#boss.work<Envelope>(job.id, options, async ([taken]) => {
        if (!taken) return
        // Where one job waited, others may: look again at once instead of after the interval.
        this.wake([job.id])
        await this.#attempt(job, taken)
      })
      this.#workers.set(job.id, worker)
    }
  }

  /** Queues jobs inside a transaction: they exist when it commits, and not otherwise. */
  async enqueue(transaction: Transaction, waiting: readonly Queued[]): Promise<void> {
    const db = {
      executeSql: (text: string, values: readonly unknown[] = []) =>
        transaction.query('system', { text, values, rows: 'entity' }),
    }
    const keyless = new Map<string, object[]>()
    for (const { jobId, envelope, options, id } of waiting) {
      const { startAfter, key } = options
      const singletonKey = key ?? crypto.randomUUID()
      const job = { data: envelope, singletonKey, ...(startAfter && { startAfter }), ...(id && { id }) }
      if (key !== undefined) await this.#enqueueOnce(jobId, { job, db, key })
      else if (!keyless.get(jobId)?.push(job)) keyless.set(jobId, [job])
    }
    for (const [jobId, jobs] of keyless) await this.#boss.insert(jobId, jobs, { db })
  }

  /** Lets this host's workers look for these jobs now. */
  wake(jobIds: Iterable<string>): void {
    for (const jobId of jobIds) {
      const worker = this.#workers.get(jobId)
      if (worker !== undefined) this.#boss.notifyWorker(worker)
    }
  }

  /** Does the jobs that wait, those they queue included, and answers how many it did. Failed ones wait for a retry. */
  async drain(): Promise<number> {
    let done = 0
    for (let found = true; found;) {
      found = false
      for (const job of this.#options.jobs) {
        for (const taken of await this.#boss.fetch<Envelope>(job.id, { batchSize: 100 })) {
          found = true
          done++
          const failure = await this.#attempt(job, { ...taken, signal: new AbortController().signal }).then(
            () => undefined,
            (error: unknown) => error as object,
          )
          if (failure) await this.#boss.fail(job.id, taken.id, failure)
          else await this.#boss.complete(job.id, taken.id)
        }
      }
    }
    return done
  }

  /** Stops taking jobs, lets running ones finish, tells those to stop that take longer, and closes. */
  async stop(): Promise<void> {
    if (!this.#started) return
    const patience = setTimeout(() => this.#stopping.abort(), PATIENCE)
    await this.#boss.stop({ graceful: true, timeout: LIMIT, close: false })
    clearTimeout(patience)
  }

  async #attempt(job: Job, { id, data, signal }: { id: string; data: Envelope; signal: AbortSignal }): Promise<void> {
    const { perform, log } = this.#options
    try {
      await perform({ ...data, job, jobId: id, signal: AbortSignal.any([signal, this.#stopping.signal]) })
    } catch (error) {
      const facts = { job: job.id, jobId: id, requestId: data.requestId }
      if (this.#stopping.signal.aborted) log.info(facts, 'job left to another host')
      else log.error({ err: error, ...facts }, 'job failed')
      throw error
    }
  }

  /**
   * A job of this key that waits already will do, if it still waits when this transaction commits: it is locked, so
   * that no worker begins it without seeing what this transaction wrote.
   */
  async #enqueueOnce(
    jobId: string,
    { job, db, key }: { job: object; db: NonNullable<Parameters<PgBoss['insert']>[2]>['db']; key: string },
  ): Promise<void> {
    for (;;) {
      const inserted = await this.#boss.insert(jobId, [job], { db: db!, returnId: true })
      if (inserted) return
      const { rows } = await db!.executeSql(
        `select from ${SCHEMA}.job where name = $1 and singleton_key = $2 and state = 'created' for share`,
        [jobId, key],
      )
      if (rows.length > 0) return
    }
  }

  #open(working: boolean): PgBoss {
    const { database, log } = this.#options
    const boss = new PgBoss({
      db: { executeSql: (text, values) => querySystem(database, { text, values: values as unknown[] }) },
      schema: SCHEMA,
      migrate: false,
      createSchema: false,
      supervise: working,
      schedule: working,
      superviseIntervalSeconds: 5,
      monitorIntervalSeconds: 3,
    })
    boss.on('error', (error) => log.error({ err: error }, 'job queue'))
    return boss
  }
}
