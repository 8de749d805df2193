import type pg from 'pg'
import { setTimeout as sleep } from 'node:timers/promises'

/** Blocks writes, or reads as well. */
type Mode = 'share row exclusive' | 'access exclusive'

/** Milliseconds for which a transaction is retried. */
const TRIED_FOR = 60_000

/**
 * Maximum waiting times, as fractions of the time after which a waiting request checks for a deadlock (`deadlock_timeout`).
 * While the migration waits for its first table, it holds nothing that others need, but later requests queue behind it. Before
 * they check for a deadlock, it has locked either all tables or none.
 */
const WAITS = { first: 0.4, all: 0.7 }

/** Milliseconds. A statement whose tables are not known waits longer with each attempt. */
const PATIENCE = { least: 1, most: 3_000, growth: 10 }

const COLLISIONS = new Set<string | undefined>(['40P01', '55P03'])

/**
 * The locks on tables that a migration needs while requests use them, without deadlocks. Requests lock tables in their own
 * order, so the migration never waits long for one table while it holds another: an attempt that does not get a lock is rolled
 * back, and the next one begins by locking the tables of the statement that failed. The table that could not be locked last
 * time is locked first, because only the first table can be waited for without holding others.
 */
export class TableLocks {
  readonly #client: pg.ClientBase
  /** In the order in which they are taken. */
  readonly #tables = new Map<string, Mode>()
  #patience = PATIENCE.least
  /** Milliseconds, as set on the server. */
  #deadlockTimeout = 1_000
  /** The table that the last attempt could not lock beforehand. */
  #missing: string | undefined

  constructor(client: pg.ClientBase) {
    this.#client = client
  }

  /**
   * Runs the transaction repeatedly until it gets all locks that it needs, for up to a minute. `transaction` begins and commits
   * it.
   */
  async retry<T>(transaction: () => Promise<T>): Promise<T> {
    const lastAt = performance.now() + TRIED_FOR
    for (let attempt = 1; ; attempt++) {
      try {
        return await transaction()
      } catch (error) {
        const failure = error as Failure
        if (!COLLISIONS.has(failure.code) && !COLLISIONS.has(failure.cause?.code)) throw error
        if (performance.now() > lastAt) throw error
        await this.#client.query('rollback')
        await this.#learn(failure)
        // Meanwhile the requests that had to wait are served.
        await sleep(Math.min(attempt * 100, 2_000) * (0.5 + Math.random()))
      }
    }
  }

  /** Locks the tables that earlier attempts could not lock. */
  async take(): Promise<void> {
    const until = performance.now() + this.#deadlockTimeout * WAITS.all
    let wait = this.#deadlockTimeout * WAITS.first
    for (const [table, mode] of this.#tables) {
      try {
        await this.#client.query(`set local lock_timeout = ${Math.ceil(wait)}; lock table ${table} in ${mode} mode`)
      } catch (error) {
        this.#missing = table
        throw error
      }
      wait = Math.max(PATIENCE.least, until - performance.now())
    }
  }

  /** Limits how long the next statement waits for a lock that was not taken beforehand. */
  async limitWaits(): Promise<void> {
    await this.#client.query(`set local lock_timeout = ${this.#patience}`)
  }

  async #learn({ statement }: Failure): Promise<void> {
    const missing = this.#missing
    this.#missing = undefined
    if (missing !== undefined) return this.#putFirst(missing, this.#tables.get(missing)!)
    const { rows: settings } = await this.#client.query<{ ms: number }>(
      `select setting::float8 as ms from pg_settings where name = 'deadlock_timeout'`,
    )
    this.#deadlockTimeout = settings[0]!.ms
    const needed = statement === undefined ? [] : await this.#findTables(statement)
    let isNew = false
    for (const [table, mode] of needed) {
      const known = this.#tables.get(table)
      if (known === 'access exclusive') continue
      isNew = true
      this.#putFirst(table, known === undefined ? mode : 'access exclusive')
    }
    if (!isNew) this.#patience = Math.min(this.#patience * PATIENCE.growth, PATIENCE.most)
  }

  /**
   * The tables that a statement names, in reverse order. Reads of a table can continue unless the statement changes the table
   * itself.
   */
  async #findTables(statement: string): Promise<readonly (readonly [table: string, mode: Mode])[]> {
    const words = [...new Set(statement.match(/\w+/g))]
    const { rows } = await this.#client.query<{ table: string; name: string }>(
      `select c.oid::regclass::text as "table", relname as name from pg_class c
        join pg_namespace n on n.oid = c.relnamespace
        where relname = any ($1) and relkind in ('r', 'p') and nspname <> 'pg_catalog' and nspname not like 'pg_temp%'
          and pg_has_role(relowner, 'usage')`,
      [words],
    )
    const found = rows.toSorted((a, b) => words.indexOf(b.name) - words.indexOf(a.name))
    const isChange = /^(alter|drop|truncate)\s+table\b/i.test(statement)
    return found.map(({ table }, index) => [
      table,
      isChange && index === found.length - 1 ? 'access exclusive' : 'share row exclusive',
    ])
  }

  #putFirst(table: string, mode: Mode): void {
    this.#tables.delete(table)
    const others = [...this.#tables]
    this.#tables.clear()
    for (const [name, its] of [[table, mode] as const, ...others]) this.#tables.set(name, its)
  }
}

/** An error of a statement, or the error of `runMigration` that has it as its cause. */
interface Failure extends Error {
  readonly code?: string
  readonly statement?: string
  readonly cause?: { readonly code?: string }
}
