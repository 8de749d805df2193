import { setTimeout as sleep } from 'node:timers/promises'
import { isRetryable, isUnreachable } from '../data/database-errors.ts'
import { NO_SCOPE } from '../data/scope.ts'
import { createDetachedSql, type Database, transactSystem } from '../data/statements.ts'
import { type Query, Transaction } from '../data/transaction.ts'
import type { Journal, JournalJob } from '../define/journal.ts'
import type { Logger } from '../define/logger.ts'
import { PlatformError } from '../errors.ts'
import type { Queue, Queued } from './queue.ts'

/** With more lines or bytes than this waiting, requests wait too: so many milliseconds at most. */
const FULL = { lines: 10_000, bytes: 32_000_000 }
const PATIENCE = 10_000

/** The lines of all journals of one platform. */
export class Journals {
  readonly #options: JournalsOptions
  readonly #writers = new Map<Journal, JournalWriter>()

  constructor(options: JournalsOptions) {
    this.#options = options
  }

  /** Takes a line; of a journal whose lines are awaited, answers when it is durable. */
  append(journal: Journal, line: unknown): Promise<void> | undefined {
    let writer = this.#writers.get(journal)
    if (!writer) this.#writers.set(journal, (writer = new JournalWriter(journal, this.#options)))
    return writer.append(line)
  }

  /** Lines that wait to be written, and those that could not be written since the start. */
  get counts(): { readonly waiting: number; readonly lost: number } {
    const writers = [...this.#writers.values()]
    return {
      waiting: writers.reduce((sum, { lines }) => sum + lines, 0),
      lost: writers.reduce((sum, { lost }) => sum + lost, 0),
    }
  }

  /** Resolves when there is room for more, where there is too little now. */
  room(): Promise<unknown> | undefined {
    for (const writer of this.#writers.values())
      if (writer.lines > FULL.lines || writer.bytes > FULL.bytes)
        return Promise.race([writer.flush(), sleep(PATIENCE, undefined, { ref: false })])
    return undefined
  }

  /** Writes what waits. */
  async flush(): Promise<void> {
    await Promise.all([...this.#writers.values()].map((writer) => writer.flush()))
  }

  /** Writes what waits, and what is still to come, with less patience. */
  async close(): Promise<void> {
    await Promise.all([...this.#writers.values()].map((writer) => writer.close()))
  }
}

interface JournalsOptions {
  readonly database: Database
  readonly queue: () => Queue
  readonly log: Logger
}

interface Waiting {
  readonly line: unknown
  readonly bytes: number
  readonly written: PromiseWithResolvers<void> | undefined
  /** What it asks for: the same jobs, with the same ids, in every attempt. */
  jobs?: readonly Queued[]
}

/** Milliseconds that lines wait for company when nobody waits for them. */
const WAIT = 50
/** What one transaction writes. */
const BATCH = { lines: 1_000, bytes: 1_000_000 }
/**
 * How often a database that is away, or goes in the middle, is tried again before lines are lost: ten times where somebody
 * waits for the answer, or the platform is closing; for five minutes otherwise. And milliseconds between attempts.
 */
const ATTEMPTS = { awaited: 10, behind: 300 }
const RETRY = 1_000

/** Writes the lines of one journal, one batch after the other: what arrives meanwhile is the next batch. */
class JournalWriter {
  /** Lines and bytes that wait, and lines that could not be written. */
  lines = 0
  bytes = 0
  lost = 0
  readonly #journal: Journal
  readonly #options: JournalsOptions
  #waiting: Waiting[] = []
  #timer: NodeJS.Timeout | undefined
  #isPlanned = false
  #isClosing = false
  #writing: Promise<void> | undefined

  constructor(journal: Journal, options: JournalsOptions) {
    this.#journal = journal
    this.#options = options
  }

  append(line: unknown): Promise<void> | undefined {
    const { weigh, isAwaited } = this.#journal
    const bytes = weigh ? weigh(line) : LINE
    const written = isAwaited ? Promise.withResolvers<void>() : undefined
    // Whoever does not wait, such as a command, is not told.
    written?.promise.catch(() => {})
    this.#waiting.push({ line, bytes, written })
    this.lines++
    this.bytes += bytes
    if (!this.#writing) this.#plan(isAwaited)
    return written?.promise
  }

  /** Nobody waits longer than those who arrive in the same round of the event loop. */
  #plan(isAwaited = false): void {
    if (isAwaited && !this.#isPlanned) setImmediate(() => void this.flush())
    else if (!isAwaited) this.#timer ??= setTimeout(() => void this.flush(), WAIT)
    this.#isPlanned = true
  }

  /** Writes what waits. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#isPlanned = false
    return (this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined
      // What arrived after the last look.
      if (this.#waiting.length > 0) void this.flush()
    }))
  }

  /** Writes what waits, with less patience. */
  close(): Promise<void> {
    this.#isClosing = true
    return this.flush()
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#take()
      await this.#write(batch)
      for (const { bytes } of batch) this.bytes -= bytes
      this.lines -= batch.length
    }
  }

  #take(): Waiting[] {
    let bytes = 0
    const end = this.#waiting.findIndex((waiting, index) => {
      bytes += waiting.bytes
      return index > 0 && (index >= BATCH.lines || bytes > BATCH.bytes)
    })
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end)
  }

  /** What the database refuses is looked for by halves, so that one bad line takes no other with it. */
  async #write(batch: readonly Waiting[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#transact(batch)
        for (const { written } of batch) written?.resolve()
        return
      } catch (error) {
        const isAway = isUnreachable(error)
        if (!isAway && !isRetryable(error)) return this.#refused(batch, error)
        if (attempt >= this.#patience) return this.#lose(batch, error)
        if (isAway && attempt === 1)
          this.#options.log.warn(this.#facts(batch, error), 'journal lines wait for the database')
        await sleep(isAway ? RETRY : attempt)
      }
    }
  }

  async #refused(batch: readonly Waiting[], error: unknown): Promise<void> {
    if (batch.length === 1) return this.#lose(batch, error)
    const middle = batch.length >> 1
    await this.#write(batch.slice(0, middle))
    await this.#write(batch.slice(middle))
  }

  get #patience(): number {
    return this.#journal.isAwaited || this.#isClosing ? ATTEMPTS.awaited : ATTEMPTS.behind
  }

  #lose(batch: readonly Waiting[], error: unknown): void {
    this.lost += batch.length
    this.#options.log.error(this.#facts(batch, error), 'journal lines lost')
    const refusal = new PlatformError('unavailable', 'This could not be written down, please try again')
    for (const { written } of batch) written?.reject(refusal)
  }

  #facts(batch: readonly Waiting[], error: unknown): object {
    return { err: error, journal: this.#journal.id, lines: batch.length }
  }

  async #transact(batch: readonly Waiting[]): Promise<void> {
    const { database } = this.#options
    const { statements, jobs } = this.#journal
    const queries = statements(batch.map(({ line }) => line)).map((statement): Query => {
      const { sql: text, parameters: values } = statement.compile(compiler)
      return { text, values }
    })
    const queued = jobs ? batch.flatMap((waiting) => (waiting.jobs ??= jobs([waiting.line]).map(toQueued))) : []
    if (queued.length > 0) return this.#transactWith(queued, queries)
    const { pool, statements: names } = database
    const client = await pool.connectFor(NO_SCOPE.tenantId)
    await transactSystem(database, client, { queries: queries.map((query) => names.prepare(query)) })
  }

  async #transactWith(jobs: readonly Queued[], queries: readonly Query[]): Promise<void> {
    const { database, queue } = this.#options
    const transaction = new Transaction({ database, scope: NO_SCOPE, isWriter: true })
    try {
      for (const query of queries) await transaction.query('system', { ...query, rows: 'plain' })
      await queue().enqueue(transaction, jobs)
      await transaction.commit()
    } catch (error) {
      await transaction.rollback().catch(() => {})
      throw error
    }
    queue().wake(jobs.map(({ jobId }) => jobId))
  }
}

const compiler = createDetachedSql()

const toQueued = ({ job, payload, session }: JournalJob): Queued => ({
  jobId: job.id,
  envelope: { ...session, payload: job.payload.parse(payload) as unknown },
  options: {},
  id: crypto.randomUUID(),
})

/** What a line weighs whose journal does not say. */
const LINE = 1_000
