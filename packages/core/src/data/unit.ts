import type pg from 'pg'
import { isStalePlan, UNREACHABLE } from './database-errors.ts'
import { entityTypes, plainTypes } from './pool.ts'
import type { Scope } from './scope.ts'
import type { StatementNames } from './statement-names.ts'

/** Whose rights a statement runs with: the tenant's, bound by row level security, or the platform's own. */
export type Authority = 'app' | 'system'

/** One statement of a unit of work. */
export interface Statement {
  readonly text: string
  readonly values?: readonly unknown[]
  /** Rows for entities (MikroORM converts) or plain rows ready for JSON. */
  readonly rows: 'entity' | 'plain'
}

export interface UnitOptions {
  readonly pool: pg.Pool
  readonly scope: Scope
  readonly statements: StatementNames
  /** The action-log entry under which writes are recorded; without it the transaction is read only. */
  readonly entryId?: string
  /** Lets the platform write its own queue without an entry. Tables of modules refuse such writes. */
  readonly isWriter?: boolean
  /** All reads see the moment of the first one. */
  readonly isSnapshot?: boolean
  /** Whether `written` is wanted. */
  readonly isWatched?: boolean
}

/** A reader that waits for something else (a model, a mail server) does not keep a connection from others. */
const IDLE = 1_000

/**
 * One transaction in one scope, opened by its first statement. Opening costs one round trip: the transaction, the
 * role and the tenant's session variables travel in one message. Statements run one after the other, whoever issued
 * them, each with its own authority.
 */
export class Unit {
  readonly #options: UnitOptions
  #client: pg.PoolClient | undefined
  #authority: Authority = 'app'
  #tail: Promise<unknown> = Promise.resolve()
  #ended = false
  #discarded = false
  #isBroken = false
  #failure: unknown
  #isDoomed = false
  #lastUse = 0
  #written: readonly string[] = []
  #idle: NodeJS.Timeout | undefined

  constructor(options: UnitOptions) {
    this.#options = options
  }

  /** The recorded tables that a committed entry has written to. */
  get written(): readonly string[] {
    return this.#written
  }

  /** Runs one statement after those before it. */
  query(authority: Authority, statement: Statement): Promise<pg.QueryResult> {
    if (this.#ended) return Promise.reject(new Error('This unit of work has ended; do not keep its `em` or `db`'))
    return this.#next(() => this.#execute(authority, statement))
  }

  /**
   * Makes everything permanent, what was issued before included, and ends the unit. `last` is SQL without parameters
   * that travels with the commit.
   */
  commit(last?: string): Promise<void> {
    this.#ended = true
    return this.#next(async () => {
      if (!this.#isDoomed) {
        if (this.#client) return this.#finish('commit', this.#withWritten(last))
        if (last === undefined) return
        await this.#execute('app', { text: last, rows: 'plain' })
        return this.#finish('commit')
      }
      await this.#finish('rollback')
      throw this.#failure
    })
  }

  /** Undoes everything and ends the unit. Statements that have not begun never will. */
  rollback(): Promise<void> {
    this.#ended = true
    this.#discarded = true
    return this.#next(() => this.#finish('rollback'))
  }

  /** Gives a reader's connection back. The next statement opens another; what failed before is forgotten. */
  release(): Promise<void> {
    return this.#next(() => this.#finish('rollback').catch(() => {}))
  }

  /** Ends a reader. */
  close(): Promise<void> {
    this.#ended = true
    return this.release()
  }

  /** Makes sure that this never commits, also when the caller of what failed goes on as if nothing had happened. */
  doom(reason: unknown): void {
    this.#isDoomed = true
    this.#failure ??= reason
  }

  #next<T>(step: () => Promise<T>): Promise<T> {
    const result = this.#tail.then(step)
    this.#tail = result.catch(() => {})
    return result
  }

  async #execute(authority: Authority, { text, values = [], rows }: Statement): Promise<pg.QueryResult> {
    if (this.#discarded) throw new Error('This unit of work was rolled back before the statement began')
    const types = rows === 'plain' ? plainTypes : entityTypes
    // Without parameters, the statement travels in the message that opens the transaction.
    if (!this.#client && values.length === 0) return this.#open(authority, { text, types })
    if (!this.#client) await this.#open(authority)
    const client = this.#client!
    try {
      if (authority !== this.#authority) {
        await client.query(`select set_config('role', 'plinth_${authority}', true)`)
        this.#authority = authority
      }
      const name = values.length > 0 ? this.#options.statements.nameOf(text) : undefined
      const result = await client.query({ text, values: values as unknown[], types, name })
      return this.#checked(client, result)
    } catch (error) {
      this.#failure ??= error
      if (isStalePlan(error) || client.getTransactionStatus() === 'I') this.#isBroken = true
      throw error
    }
  }

  async #open(authority: Authority, first?: Pick<pg.QueryConfig, 'text' | 'types'>): Promise<pg.QueryResult> {
    const { pool, scope, entryId, isWriter = entryId !== undefined, isSnapshot = false } = this.#options
    const settings = {
      role: `plinth_${authority}`,
      'plinth.tenant': uuid(scope.tenantId),
      'plinth.organizations': scope.organizationIds === null ? '*' : scope.organizationIds.map(uuid).join(','),
      'plinth.entry': entryId === undefined ? '' : uuid(entryId),
    }
    const assignments = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', true)`)
    const reading = isSnapshot ? 'isolation level repeatable read, read only' : 'read only'
    const opening = `begin ${isWriter ? 'read write' : reading}; select ${assignments.join(', ')}`
    const client = await connect(pool)
    try {
      const text = first ? `${opening}; ${first.text}` : opening
      const results = (await client.query({ ...first, text })) as unknown as pg.QueryResult[]
      const result = this.#checked(client, results.at(-1)!)
      this.#client = client
      this.#authority = authority
      this.#lastUse = performance.now()
      // A snapshot ends with its connection.
      if (!isWriter && !isSnapshot) this.#releaseWhenIdle(IDLE)
      return result
    } catch (error) {
      // Whether the transaction began is not known, and nothing may run outside of it.
      if (isWriter) this.doom(error)
      await client.query('rollback').then(
        () => client.release(),
        () => client.release(true),
      )
      throw error
    }
  }

  #checked(client: pg.PoolClient, result: pg.QueryResult): pg.QueryResult {
    if (client.getTransactionStatus() === 'I') throw new Error('A unit of work cannot be ended from inside')
    this.#lastUse = performance.now()
    return result
  }

  async #finish(how: 'commit' | 'rollback', last?: string): Promise<void> {
    clearTimeout(this.#idle)
    const client = this.#client
    this.#client = undefined
    if (!client) return
    let ended: string | undefined
    const { isWatched = false, entryId } = this.#options
    try {
      const answer: pg.QueryResult | pg.QueryResult[] = await client.query(last === undefined ? how : `${last}; ${how}`)
      ended = Array.isArray(answer) ? (answer as pg.QueryResult[]).at(-1)?.command : answer.command
      if (ended === 'COMMIT' && isWatched && entryId !== undefined && Array.isArray(answer))
        this.#written = (answer as pg.QueryResult<{ table: string }>[]).at(-2)?.rows.map(({ table }) => table) ?? []
      client.release(this.#isBroken)
      this.#isBroken = false
    } catch (error) {
      client.release(true)
      throw error
    }
    // PostgreSQL answers `commit` of a failed transaction with ROLLBACK and no error.
    if (how === 'commit' && ended !== 'COMMIT')
      throw new Error('A statement had failed, so nothing was committed', { cause: this.#failure })
  }

  /** What was written travels back with the commit. */
  #withWritten(last: string | undefined): string | undefined {
    const { isWatched = false, entryId, scope } = this.#options
    if (!isWatched || entryId === undefined) return last
    const written = `select plinth.written_tables('${uuid(scope.tenantId)}', '${uuid(entryId)}') as "table"`
    return last === undefined ? written : `${last}; ${written}`
  }

  #releaseWhenIdle(after: number): void {
    this.#idle = setTimeout(() => {
      const left = this.#lastUse + IDLE - performance.now()
      if (left > 0) this.#releaseWhenIdle(left)
      else void this.release()
    }, after)
    this.#idle.unref()
  }
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    // MikroORM rewraps errors and keeps no more of them than message and code.
    throw Object.assign(new Error('The database cannot be reached', { cause: error }), { code: UNREACHABLE })
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Session variables are written into SQL text, so nothing but an identifier may pass. */
function uuid(value: string): string {
  if (!UUID.test(value)) throw new TypeError('A scope holds identifiers only')
  return value
}
