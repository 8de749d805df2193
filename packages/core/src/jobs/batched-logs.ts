import { setTimeout as sleep } from 'node:timers/promises'
import { isOutage, isRetryable, isTimeout } from '../data/connection/database-errors.ts'
import { NO_SCOPE } from '../data/query/scope.ts'
import { createCompiler } from '../data/query/sql.ts'
import type { Database } from '../data/connection/database.ts'
import { transactSystem } from '../data/connection/system-queries.ts'
import { type Query, Transaction } from '../data/connection/transaction.ts'
import type { BatchedLog, BatchedLogJob } from '../define/batched-log.ts'
import type { Logger } from '../define/logger.ts'
import { PlatformError } from '../errors.ts'
import type { JobQueue, PendingJob } from './queue.ts'

/** Requests wait while the backlog is larger than this, for `PATIENCE` milliseconds at most. */
const FULL = { records: 10_000, bytes: 32_000_000 }
const PATIENCE = 10_000

/** Buffers and writes the records of all batched logs of one platform. */
export class BatchedLogs {
  /**
   * Set while the backlog is too large; resolves when some of it is written, or after `PATIENCE` milliseconds. Requests await it
   * before they end.
   */
  backlog: Promise<unknown> | undefined
  readonly #options: BatchedLogsOptions
  readonly #writers = new Map<BatchedLog, BatchWriter>()

  constructor(options: BatchedLogsOptions) {
    this.#options = options
  }

  /** Adds a record. If the log is awaited, resolves when the record is durable. */
  record(target: BatchedLog, record: unknown): Promise<void> | undefined {
    let writer = this.#writers.get(target)
    if (!writer) this.#writers.set(target, (writer = new BatchWriter(target, this.#options)))
    const written = writer.record(record)
    if (writer.records > FULL.records || writer.bytes > FULL.bytes) this.#hold(writer)
    return written
  }

  #hold(writer: BatchWriter): void {
    this.backlog ??= Promise.race([writer.flush(), sleep(PATIENCE, undefined, { ref: false })]).finally(
      () => (this.backlog = undefined),
    )
  }

  /** The numbers of records waiting to be written, and of records that could not be written since the start. */
  get counts(): { readonly waiting: number; readonly lost: number } {
    const writers = [...this.#writers.values()]
    return {
      waiting: writers.reduce((sum, { records }) => sum + records, 0),
      lost: writers.reduce((sum, { lost }) => sum + lost, 0),
    }
  }

  /** Writes all waiting records. */
  async flush(): Promise<void> {
    await Promise.all([...this.#writers.values()].map((writer) => writer.flush()))
  }

  /** Writes all records, including those still to come, with fewer attempts. */
  async close(): Promise<void> {
    await Promise.all([...this.#writers.values()].map((writer) => writer.close()))
  }
}

interface BatchedLogsOptions {
  readonly database: Database
  readonly queue: () => JobQueue
  readonly log: Logger
}

interface WaitingRecord {
  readonly record: unknown
  readonly bytes: number
  readonly written: PromiseWithResolvers<void> | undefined
  /** The jobs that the record queues: the same jobs, with the same ids, in every attempt. */
  jobs?: readonly PendingJob[]
}

/** Milliseconds for which records are collected, if no response waits for them. */
const WAIT = 50
/** Maximum size of one transaction. */
const BATCH = { records: 1_000, bytes: 1_000_000 }
/**
 * Maximum number of attempts, and milliseconds between them, while the database is unavailable, fails midway or is read-only;
 * after that, records are lost. Ten attempts if a response waits for them or the platform is closing, otherwise five minutes.
 * Records that take too long to write, as a batch or alone, get fewer attempts.
 */
const ATTEMPTS = { awaited: 10, behind: 300, slow: 3, slowOne: 10 }
const RETRY = 1_000

/** Writes the records of one batched log, one batch at a time. Records that arrive meanwhile form the next batch. */
class BatchWriter {
  /** Records and bytes waiting to be written, and records that could not be written. */
  records = 0
  bytes = 0
  lost = 0
  readonly #target: BatchedLog
  readonly #options: BatchedLogsOptions
  #waiting: WaitingRecord[] = []
  #timer: NodeJS.Timeout | undefined
  #isPlanned = false
  #isClosing = false
  #writing: Promise<void> | undefined

  constructor(target: BatchedLog, options: BatchedLogsOptions) {
    this.#target = target
    this.#options = options
  }

  record(record: unknown): Promise<void> | undefined {
    const { weigh, isAwaited } = this.#target
    const bytes = weigh ? weigh(record) : LINE
    const written = isAwaited ? Promise.withResolvers<void>() : undefined
    // A caller that does not await the record, such as a command, gets no error.
    written?.promise.catch(() => {})
    this.#waiting.push({ record, bytes, written })
    this.records++
    this.bytes += bytes
    if (!this.#writing) this.#plan(isAwaited)
    return written?.promise
  }

  /** An awaited record is written with those that arrive in the same turn of the event loop. */
  #plan(isAwaited = false): void {
    if (isAwaited && !this.#isPlanned) setImmediate(() => void this.flush())
    else if (!isAwaited) this.#timer ??= setTimeout(() => void this.flush(), WAIT)
    this.#isPlanned = true
  }

  /** Writes all waiting records. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#isPlanned = false
    return (this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined
      // Records that arrived after the last check.
      if (this.#waiting.length > 0) void this.flush()
    }))
  }

  /** Writes all waiting records, with fewer attempts. */
  close(): Promise<void> {
    this.#isClosing = true
    return this.flush()
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#take()
      await this.#write(batch)
      for (const { bytes } of batch) this.bytes -= bytes
      this.records -= batch.length
    }
  }

  #take(): WaitingRecord[] {
    let bytes = 0
    const end = this.#waiting.findIndex((waiting, index) => {
      bytes += waiting.bytes
      return index > 0 && (index >= BATCH.records || bytes > BATCH.bytes)
    })
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end)
  }

  /** A rejected batch is split in halves to isolate the bad record, so that no other record is lost with it. */
  async #write(batch: readonly WaitingRecord[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#transact(batch)
        for (const { written } of batch) written?.resolve()
        return
      } catch (error) {
        const mustWait = isOutage(error)
        if (!mustWait && !isRetryable(error)) return this.#refused(batch, error)
        // A locked table, or a record that is too large for the database.
        if (isTimeout(error) && attempt >= (batch.length > 1 ? ATTEMPTS.slow : ATTEMPTS.slowOne))
          return this.#refused(batch, error)
        if (attempt >= this.#patience) return this.#lose(batch, error)
        if (mustWait && attempt === 1)
          this.#options.log.warn(this.#facts(batch, error), 'log records wait for the database')
        await sleep(mustWait ? RETRY : attempt)
      }
    }
  }

  async #refused(batch: readonly WaitingRecord[], error: unknown): Promise<void> {
    if (batch.length === 1) return this.#lose(batch, error)
    const middle = batch.length >> 1
    await this.#write(batch.slice(0, middle))
    await this.#write(batch.slice(middle))
  }

  get #patience(): number {
    return this.#target.isAwaited || this.#isClosing ? ATTEMPTS.awaited : ATTEMPTS.behind
  }

  #lose(batch: readonly WaitingRecord[], error: unknown): void {
    this.lost += batch.length
    this.#options.log.error(this.#facts(batch, error), 'log records lost')
    const refusal = new PlatformError('unavailable', 'The change could not be recorded. Please try again', {
      headers: { 'retry-after': '5' },
    })
    for (const { written } of batch) written?.reject(refusal)
  }

  #facts(batch: readonly WaitingRecord[], error: unknown): object {
    return { err: error, log: this.#target.id, records: batch.length }
  }

  async #transact(batch: readonly WaitingRecord[]): Promise<void> {
    const { database } = this.#options
    const { statements, jobs } = this.#target
    const queries = statements(batch.map(({ record }) => record)).map((statement): Query => {
      const { sql: text, parameters: values } = statement.compile(compiler)
      return { text, values }
    })
    const queued = jobs ? batch.flatMap((waiting) => (waiting.jobs ??= jobs([waiting.record]).map(toPendingJob))) : []
    if (queued.length > 0) return this.#transactWith(queued, queries)
    const { pool, statements: names } = database
    // The log has its own connection queue, so that it and logins, which have no tenant either, do not wait for each other.
    const client = await pool.connectFor(this.#target.id)
    await transactSystem(database, client, { queries: queries.map((query) => names.prepare(query)) })
  }

  async #transactWith(jobs: readonly PendingJob[], queries: readonly Query[]): Promise<void> {
    const { database, queue } = this.#options
    const transaction = new Transaction({ database, scope: NO_SCOPE, line: this.#target.id, isWriter: true })
    try {
      for (const query of queries) await transaction.query('system', query)
      await queue().enqueue(transaction, jobs)
      await transaction.commit()
    } catch (error) {
      await transaction.rollback().catch(() => {})
      throw error
    }
    queue().wake(jobs.map(({ jobId }) => jobId))
  }
}

const compiler = createCompiler()

const toPendingJob = ({ job, payload, origin, id = crypto.randomUUID() }: BatchedLogJob): PendingJob => ({
  jobId: job.id,
  envelope: { ...origin, payload: job.payload.parse(payload) as unknown },
  options: {},
  id,
})

/** The size in bytes assumed for records of a log that does not define `weigh`. */
const LINE = 1_000
