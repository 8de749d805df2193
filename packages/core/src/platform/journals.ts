import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { UNREACHABLE } from '../data/database-errors.ts'
import { NO_SCOPE } from '../data/scope.ts'
import { createSql } from '../data/sql.ts'
import type { StatementNames } from '../data/statement-names.ts'
import { Unit } from '../data/unit.ts'
import type { Journal } from '../define/journal.ts'
import type { Logger } from '../define/logger.ts'
import type { Queue, Queued } from '../jobs/queue.ts'

export interface JournalsOptions {
  readonly pool: pg.Pool
  readonly statements: StatementNames
  readonly queue: () => Queue
  readonly log: Logger
}

/** Milliseconds that lines wait for company. */
const WAIT = 50
/** Lines of one transaction. */
const BATCH = 1_000
/** With more lines than this waiting, requests wait too. */
const FULL = 10_000
/** A database that is away is waited for, this often and so many milliseconds. */
const ATTEMPTS = 10
const RETRY = 1_000

/** Writes the lines of all journals of one platform, one batch after the other. */
export class Journals {
  readonly #options: JournalsOptions
  readonly #waiting = new Map<Journal, unknown[]>()
  #count = 0
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> | undefined

  constructor(options: JournalsOptions) {
    this.#options = options
  }

  /** Takes a line, to be written soon. */
  append(journal: Journal, line: unknown): void {
    const lines = this.#waiting.get(journal)
    if (lines) lines.push(line)
    else this.#waiting.set(journal, [line])
    this.#count++
    this.#timer ??= setTimeout(() => void this.flush(), WAIT)
  }

  /** Resolves when there is room for more, where there is too little now. */
  room(): Promise<void> | undefined {
    return this.#count > FULL ? this.flush() : undefined
  }

  /** Writes what waits. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    while (this.#count > 0) await (this.#writing ??= this.#writeAll().finally(() => (this.#writing = undefined)))
    await this.#writing
  }

  async #writeAll(): Promise<void> {
    const taken = [...this.#waiting]
    this.#waiting.clear()
    for (const [journal, lines] of taken) {
      for (let from = 0; from < lines.length; from += BATCH) {
        const batch = lines.slice(from, from + BATCH)
        await this.#write(journal, batch)
        this.#count -= batch.length
      }
    }
  }

  /** What the database refuses is looked for by halves, so that one bad line takes no other with it. */
  async #write(journal: Journal, lines: readonly unknown[], attempt = 1): Promise<void> {
    try {
      await this.#transact(journal, lines)
    } catch (error) {
      const { log } = this.#options
      if (isUnreachable(error) && attempt < ATTEMPTS) {
        await sleep(RETRY)
        return this.#write(journal, lines, attempt + 1)
      }
      if (lines.length === 1 || isUnreachable(error)) {
        log.error({ err: error, journal: journal.id, lines: lines.length }, 'journal lines lost')
        return
      }
      const middle = lines.length >> 1
      await this.#write(journal, lines.slice(0, middle))
      await this.#write(journal, lines.slice(middle))
    }
  }

  async #transact(journal: Journal, lines: readonly unknown[]): Promise<void> {
    const { pool, statements, queue } = this.#options
    const unit = new Unit({ pool, statements, scope: NO_SCOPE, isWriter: true })
    const jobs: Queued[] = []
    try {
      await journal.write(
        {
          db: createSql(unit, 'system', 'plain'),
          enqueue: ({ id, payload: schema }, payload, session) =>
            jobs.push({ jobId: id, envelope: { ...session, payload: schema.parse(payload) }, options: {} }),
        },
        lines,
      )
      await queue().enqueue(unit, jobs)
      await unit.commit()
    } catch (error) {
      await unit.rollback().catch(() => {})
      throw error
    }
    queue().wake(jobs.map(({ jobId }) => jobId))
  }
}

function isUnreachable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === UNREACHABLE
}
