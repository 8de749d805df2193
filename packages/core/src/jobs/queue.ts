import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { PgBoss, type QueueOptions as StoredQueue } from 'pg-boss'
import { NO_SCOPE } from '../data/scope.ts'
import { LOCKS, withLock } from '../data/servers.ts'
import { type Database, querySystem } from '../data/statements.ts'
import type { Transaction } from '../data/transaction.ts'
import type { Cause } from '../define/context.ts'
import type { Job, JobOptions, JobOrigin } from '../define/job.ts'
import type { Logger } from '../define/context.ts'

/** A job as it waits in the queue: what to do, and for whom. */
export interface Envelope extends JobOrigin {
  readonly payload: unknown
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
export interface PendingJob {
  readonly jobId: string
  readonly envelope: Envelope
  readonly options: JobOptions
  /** For a job that may be queued twice, where it is unknown whether it was: at most one of this id in a day. */
  readonly id?: string
}

export interface QueueOptions {
  readonly database: Database
  readonly jobs: readonly Job[]
  readonly log: Logger
  readonly perform: (attempt: Attempt) => Promise<unknown>
}

const concurrencyOf = ({ concurrency, schedule }: Job) => concurrency ?? (schedule === undefined ? 2 : 1)

/** How long a job of another host waits at most; those of this one are woken. */
const POLLING_SECONDS = 2

/**
 * Milliseconds that a running job is given when the host stops, and after which it is given up. Hosts are ended by force
 * after ten seconds.
 */
const [PATIENCE, LIMIT] = [1_500, 8_000]

/** The PostgreSQL job queue, shared by every host on the same database. */
export class JobQueue {
  readonly #options: QueueOptions
  readonly #workers = new Map<string, { id: string; isBusy: boolean }[]>()
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
    for (const job of jobs) for (let count = concurrencyOf(job); count > 0; count--) await this.#startWorker(job)
  }

  /** Together the workers of a job do one of each tenant at a time. */
  async #startWorker(job: Job): Promise<void> {
    const options = { pollingIntervalSeconds: POLLING_SECONDS, batchSize: 1, localGroupConcurrency: 1 }
    const worker = { id: '', isBusy: false }
    this.#workers.set(job.id, [...(this.#workers.get(job.id) ?? []), worker])
    worker.id = await this.#boss.work<Envelope>(job.id, options, async ([taken]) => {
      if (!taken) return
      worker.isBusy = true
      // Where one job waited, others may: look again at once instead of after the interval.
      this.#boss.notifyWorker(worker.id)
      this.wake([job.id])
      await this.#attempt(job, taken).finally(() => (worker.isBusy = false))
    })
  }

  /** Queues jobs inside a transaction: they exist when it commits, and not otherwise. */
  async enqueue(transaction: Transaction, waiting: readonly PendingJob[]): Promise<void> {
    const db = {
      executeSql: (text: string, values: readonly unknown[] = []) =>
        transaction.query('system', { text, values, rows: 'entity' }),
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

  /** Lets this host's workers look for these jobs now. */
  wake(jobIds: Iterable<string>): void {
    for (const jobId of jobIds) {
      const idle = this.#workers.get(jobId)?.find(({ isBusy }) => !isBusy)
      if (idle) this.#boss.notifyWorker(idle.id)
    }
  }

  /** Runs the waiting jobs, those they queue included, and returns how many it ran. Failed ones wait for a retry. */
  async drain(): Promise<number> {
    let done = 0
    for (let found = true; found;) {
      found = false
      for (const job of this.#options.jobs) {
        for (const taken of await this.#boss.fetch<Envelope>(job.id, { batchSize: 100 })) {
          found = true
          done++
          try {
            await this.#attempt(job, { ...taken, signal: new AbortController().signal })
          } catch (error) {
            await this.#boss.fail(job.id, taken.id, (error ?? undefined) as object | undefined)
            continue
          }
          await this.#boss.complete(job.id, taken.id)
        }
      }
    }
    return done
  }

  /** Stops taking jobs, lets running ones finish, aborts those that take longer, and closes. */
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

/** Where the queue lives. */
export const SCHEMA = 'plinth_jobs'

/** A worker that is killed stops beating; its job is taken over after this and one supervision, within 30 s. */
const HEARTBEAT_SECONDS = 10

/** What is done is gone after a day: supervision counts all that is left. */
const DELETE_SECONDS = 86_400

/** A failed job waits a second, then twice as long each time, and never more than this. */
const RETRY_SECONDS = { retryDelay: 1, retryDelayMax: 900 }

/** Scheduled jobs have no tenant: they reach tenants through `asSystem`. */
const NOBODY: Envelope = { payload: {}, scope: NO_SCOPE, userId: null, requestId: null }

export interface QueueMigration {
  readonly jobs: readonly Job[]
  /** Whether no later version has migrated the database: then schedules of undeclared jobs are removed. */
  readonly isLatest: boolean
}

/** Creates or updates the queue's tables, one queue a job, and the schedules. Hosts that start together wait for each other. */
export async function migrateQueue(pool: pg.Pool, migration: QueueMigration): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await withLock(client, LOCKS.queue, () => updateQueues(client, migration))
  } finally {
    // Ends the setting with it, and the lock.
    client.release(true)
  }
}

async function updateQueues(client: pg.PoolClient, { jobs, isLatest }: QueueMigration): Promise<void> {
  let last: Promise<unknown> = Promise.resolve()
  const boss = new PgBoss({
    db: {
      async executeSql(text, values) {
        const result = last.then(() => client.query(text, values as unknown[]))
        last = result.catch(() => {})
        return result
      },
    },
    schema: SCHEMA,
    supervise: false,
    schedule: false,
  })
  await boss.start()
  try {
    const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
    for (const job of jobs) await migrateJob(boss, job, known.get(job.id))
    await migrateSchedules(boss, { jobs, isLatest })
  } finally {
    await boss.stop({ graceful: false, close: false })
    await last
  }
  await client.query(`
    grant usage on schema ${SCHEMA} to plinth_system;
    grant select, insert, update, delete on all tables in schema ${SCHEMA} to plinth_system;
    grant execute on all functions in schema ${SCHEMA} to plinth_system;
    alter default privileges in schema ${SCHEMA} grant select, insert, update, delete on tables to plinth_system;`)
}

/** A queue that is as it should be costs no statement: most starts change none. */
async function migrateJob(
  boss: PgBoss,
  { id, retries = 5, timeout = 900 }: Job,
  known: Partial<StoredQueue> | undefined,
): Promise<void> {
  const settings = {
    retryLimit: retries,
    retryBackoff: true,
    ...RETRY_SECONDS,
    expireInSeconds: timeout,
    heartbeatSeconds: HEARTBEAT_SECONDS,
    deleteAfterSeconds: DELETE_SECONDS,
  }
  // `short` keeps one waiting job a key; those without a key get one of their own.
  if (known === undefined) return boss.createQueue(id, { ...settings, policy: 'short' })
  const isCurrent = Object.entries(settings).every(([name, value]) => known[name as keyof StoredQueue] === value)
  if (!isCurrent) await boss.updateQueue(id, settings)
}

async function migrateSchedules(boss: PgBoss, { jobs, isLatest }: QueueMigration): Promise<void> {
  const known = new Map((await boss.getSchedules()).map((schedule) => [schedule.name, schedule]))
  for (const { id, schedule } of jobs) {
    if (schedule === undefined) continue
    const there = known.get(id)
    if (there?.cron !== schedule || !isDeepStrictEqual(there.data, NOBODY)) await boss.schedule(id, schedule, NOBODY)
  }
  const declared = new Map(jobs.map((job) => [job.id, job]))
  for (const name of known.keys()) {
    const job = declared.get(name)
    // A job that is declared without a schedule loses the stored one.
    if (job ? job.schedule === undefined : isLatest) await boss.unschedule(name)
  }
}
