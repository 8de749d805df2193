import { createHash } from 'node:crypto'
import { PgBoss } from 'pg-boss'
import manifest from 'pg-boss/package.json' with { type: 'json' }
import type { Database } from '../data/connection/database.ts'
import { NO_SCOPE } from '../data/query/scope.ts'
import { querySystem } from '../data/connection/system-queries.ts'
import type { Transaction } from '../data/connection/transaction.ts'
import type { Cause } from '../define/context.ts'
import type { Job, JobOptions, JobOrigin } from '../define/job.ts'
import type { Logger } from '../define/logger.ts'
import { isInUtc, nextRun } from './schedules.ts'

/** A queued job: its payload, and the caller that it runs for. */
export interface Envelope extends JobOrigin {
  readonly payload: unknown
  /** What caused the job, in addition to the request. */
  readonly cause?: Cause
  /** The trace of what queued it (W3C), which the job continues on whichever host it runs. */
  readonly traceparent?: string
}

export interface Attempt extends Envelope {
  readonly job: Job
  readonly jobId: string
  readonly signal: AbortSignal
}

/** A job to be queued. */
export interface PendingJob {
  readonly jobId: string
  readonly envelope: Envelope
  readonly options: JobOptions
  /** Makes queuing idempotent, for retries after an unknown outcome: at most one job with this id is queued per day. */
  readonly id?: string
}

export interface QueueOptions {
  readonly database: Database
  readonly jobs: readonly Job[]
  readonly log: Logger
  readonly now?: () => Date
  /** Whether jobs of this scope have to wait. */
  readonly isPaused?: (scope: Envelope['scope']) => Promise<boolean>
  readonly perform: (attempt: Attempt) => Promise<unknown>
}

const concurrencyOf = ({ concurrency, schedule }: Job) => concurrency ?? (schedule === undefined ? 2 : 1)

/** How often a host looks for jobs that are due in a time zone, and for how long it makes up for missed ones, in milliseconds. */
const [SCHEDULE_INTERVAL, MISSED] = [20_000, 600_000]

/** An id made of a name. */
function toUuid(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * Maximum delay in milliseconds before a job that another host has queued, or that has become due, is picked up: one statement looks
 * for jobs of all kinds and wakes their workers, which look for themselves only rarely. They are woken at once for jobs of their host.
 */
const LOOK_EVERY = 2_000
const POLLING_SECONDS = 60

/**
 * When the host stops, milliseconds after which a running job is aborted, and after which it is abandoned. Orchestrators kill a
 * host after ten seconds.
 */
const [PATIENCE, LIMIT] = [1_500, 8_000]

/** The PostgreSQL job queue, shared by every host on the same database. */
export class JobQueue {
  readonly #options: QueueOptions
  readonly #workers = new Map<string, { id: string; isBusy: boolean }[]>()
  readonly #stopping = new AbortController()
  #boss: PgBoss
  #started = false
  #schedules: NodeJS.Timeout | undefined
  #looks: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined

  constructor(options: QueueOptions) {
    this.#options = options
    this.#boss = this.#open(true)
  }

  /** Whether a job is registered on this host. */
  has(id: string): boolean {
    return this.#options.jobs.some((job) => job.id === id)
  }

  /** Opens the queue. With `workers`, this host also processes jobs. */
  async start({ workers }: { workers: boolean }): Promise<void> {
    const { jobs, log } = this.#options
    if (jobs.length === 0) return
    const stored = (await this.#boss.schemaVersion()) ?? 0
    // Supervision and scheduling are work too, which hosts without workers leave to others.
    this.#boss = this.#open(workers, stored > manifest.pgboss.schema)
    await this.#boss.start()
    this.#started = true
    if (!workers) return
    for (const job of jobs) for (let count = concurrencyOf(job); count > 0; count--) await this.#startWorker(job)
    this.#looks = setInterval(() => {
      this.#looking ??= this.#wakeWaiting().finally(() => (this.#looking = undefined))
    }, LOOK_EVERY).unref()
    const zoned = jobs.filter((job) => job.schedule !== undefined && !isInUtc(job))
    if (zoned.length === 0) return
    const look = () => void this.#queueDue(zoned).catch((err) => log.error({ err }, 'schedules could not be read'))
    look()
    this.#schedules = setInterval(look, SCHEDULE_INTERVAL).unref()
  }

  /** Wakes a worker for each kind of job of which one is waiting. */
  async #wakeWaiting(): Promise<void> {
    await this.#waiting().then(
      (jobIds) => this.wake(jobIds),
      (err: unknown) => this.#options.log.error({ err }, 'job queue'),
    )
  }

  /** The jobs of which one is waiting and due, in one statement. */
  async #waiting(): Promise<readonly string[]> {
    const { database, jobs } = this.#options
    const text = `select q.name from unnest($1::text[]) with ordinality q (name, position) where exists (select from ${SCHEMA}.job j
      where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now()) order by q.position`
    const { rows } = await querySystem<{ name: string }>(database, { text, values: [jobs.map(({ id }) => id)] })
    return rows.map(({ name }) => name)
  }

  /**
   * Queues the jobs that have become due in a time zone. Every host looks, also at the minutes before, in which there may have been
   * none; a job has the same id on all of them.
   */
  async #queueDue(jobs: readonly Job[]): Promise<void> {
    const { now = () => new Date() } = this.#options
    for (const job of jobs) {
      let due = nextRun(job, new Date(now().getTime() - MISSED))
      for (; due <= now(); due = nextRun(job, due)) {
        const id = toUuid(`${job.id} ${due.toISOString()}`)
        await this.#boss.insert(job.id, [{ id, data: NOBODY, singletonKey: id }])
        this.wake([job.id])
      }
    }
  }

  /** Together, the workers of a job run at most one job per tenant at a time. */
  async #startWorker(job: Job): Promise<void> {
    const options = { pollingIntervalSeconds: POLLING_SECONDS, batchSize: 1, localGroupConcurrency: 1 }
    const worker = { id: '', isBusy: false }
    this.#workers.set(job.id, [...(this.#workers.get(job.id) ?? []), worker])
    worker.id = await this.#boss.work<Envelope>(job.id, options, async ([taken]) => {
      if (!taken) return
      worker.isBusy = true
      // More jobs may be waiting, so check again immediately instead of after the polling interval.
      this.#boss.notifyWorker(worker.id)
      this.wake([job.id])
      await this.#attempt(job, taken).finally(() => (worker.isBusy = false))
    })
  }

  /** Queues jobs in a transaction: they exist only if it commits. */
  async enqueue(transaction: Transaction, waiting: readonly PendingJob[]): Promise<void> {
    const db = {
      executeSql: (text: string, values: readonly unknown[] = []) => transaction.query('system', { text, values }),
    }
    const keyless = new Map<string, object[]>()
    for (const { jobId, envelope, options, id } of waiting) {
      const { startAfter, key } = options
      const singletonKey = key ?? crypto.randomUUID()
      const { tenantId: groupId } = envelope.scope
      const job = { data: envelope, singletonKey, groupId, ...(startAfter && { startAfter }), ...(id && { id }) }
      if (key !== undefined) await this.#enqueueOnce(jobId, { job, db, key })
      else if (!keyless.get(jobId)?.push(job)) keyless.set(jobId, [job])
    }
    for (const [jobId, jobs] of keyless) await this.#boss.insert(jobId, jobs, { db })
  }

  /** Wakes this host's workers for these jobs. */
  wake(jobIds: Iterable<string>): void {
    for (const jobId of jobIds) {
      const idle = this.#workers.get(jobId)?.find(({ isBusy }) => !isBusy)
      if (idle) this.#boss.notifyWorker(idle.id)
    }
  }

  /** Runs the waiting jobs, including those that they queue, and returns how many it ran. Failed jobs wait for their retry. */
  async drain(): Promise<number> {
    let done = 0
    for (let found = true; found;) {
      found = false
      for (const jobId of await this.#waiting()) {
        const job = this.#options.jobs.find(({ id }) => id === jobId)!
        for (const taken of await this.#boss.fetch<Envelope>(jobId, { batchSize: 100 })) {
          found = true
          done++
          try {
            await this.#attempt(job, { ...taken, signal: new AbortController().signal })
          } catch (error) {
            await this.#boss.fail(jobId, taken.id, (error ?? undefined) as object | undefined)
            continue
          }
          await this.#boss.complete(jobId, taken.id)
        }
      }
    }
    return done
  }

  /** Stops accepting jobs, lets running ones finish, aborts those that take longer, and closes. */
  async stop(): Promise<void> {
    if (!this.#started) return
    clearInterval(this.#schedules)
    clearInterval(this.#looks)
    await this.#looking
    const patience = setTimeout(() => this.#stopping.abort(), PATIENCE)
    await this.#boss.stop({ graceful: true, timeout: LIMIT, close: false })
    clearTimeout(patience)
  }

  async #attempt(job: Job, { id, data, signal }: { id: string; data: Envelope; signal: AbortSignal }): Promise<void> {
    const { perform, log, isPaused } = this.#options
    try {
      if (await isPaused?.(data.scope)) return await this.#postpone(job, id)
      await perform({ ...data, job, jobId: id, signal: AbortSignal.any([signal, this.#stopping.signal]) })
    } catch (error) {
      const facts = { job: job.id, jobId: id, requestId: data.requestId }
      if (this.#stopping.signal.aborted) log.info(facts, 'job left to another host')
      else log.error({ err: error, ...facts }, 'job failed')
      throw error
    }
  }

  /** Lets a job that was taken wait, as if it had not been. Its worker then finds nothing left to complete. */
  async #postpone(job: Job, id: string): Promise<void> {
    await querySystem(this.#options.database, {
      text: `update ${SCHEMA}.job set state = 'retry', started_on = null, start_after = now() + make_interval(secs => $3)
        where name = $1 and id = $2 and state = 'active'`,
      values: [job.id, id, PAUSE_SECONDS],
    })
  }

  /**
   * Queues a job unless one with the same key is waiting. The waiting job is locked until this transaction commits, so that no
   * worker starts it without seeing what the transaction wrote.
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

  /**
   * pg-boss refuses tables that a later version has migrated, unless it may migrate itself, which changes nothing in later tables. A
   * host that a deployment rolls back to must start on them.
   */
  #open(working: boolean, isLater = false): PgBoss {
    const { database, log } = this.#options
    const boss = new PgBoss({
      db: {
        executeSql: (text, values) =>
          querySystem(database, { text: withoutTransaction(text), values: values as unknown[] }),
      },
      schema: SCHEMA,
      migrate: isLater,
      createSchema: false,
      supervise: working,
      schedule: working,
      // Nobody reads it, and each refresh would be a transaction.
      registerInstance: false,
      // Its spans would belong to no request; those of jobs are ours.
      openTelemetry: { enabled: false },
      superviseIntervalSeconds: 5,
      monitorIntervalSeconds: 3,
    })
    boss.on('error', (error) => log.error({ err: error }, 'job queue'))
    return boss
  }
}

/** The library begins and ends a transaction in the texts of its maintenance, which run in ours. */
const withoutTransaction = (text: string) => text.replace(/^\s*begin;/i, '').replace(/commit;\s*$/i, '')

/** After this time, a job of a tenant whose writes are suspended is tried again. */
const PAUSE_SECONDS = 10

/** The schema of the queue's tables. */
export const SCHEMA = 'plinth_jobs'

/** A killed worker sends no more heartbeats; its job is taken over after this interval and one supervision run, within 30 s. */
export const HEARTBEAT_SECONDS = 10

/** Completed jobs are deleted after a day, because supervision counts all rows. */
export const DELETE_SECONDS = 86_400

/** Exponential backoff for failed jobs: one second, doubling with each attempt, up to this maximum. */
export const RETRY_SECONDS = { retryDelay: 1, retryDelayMax: 900 }

/** Scheduled jobs have no tenant; they access tenants with `widenScope`. */
export const NOBODY: Envelope = { payload: {}, scope: NO_SCOPE, userId: null, requestId: null }
