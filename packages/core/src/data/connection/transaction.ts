import type pg from 'pg'
import { isAfterFailure, isStalePlan, markReader } from './database-errors.ts'
import { withCondition } from './pool.ts'
import { sendStatements, type StatementResult } from './send-statement.ts'
import { valueTypes } from './value-types.ts'
import type { RowPolicies } from '../query/row-tests.ts'
import type { Scope } from '../query/scope.ts'
import { type Authority, changeAuthority, toOpening } from './authority.ts'
import type { Database } from './database.ts'

/** SQL with its values. */
export interface Query {
  readonly text: string
  readonly values?: readonly unknown[]
}

export interface TransactionOptions {
  readonly database: Database
  readonly scope: Scope
  /** The caller's row policies, which the database applies to statements with the caller's authority. */
  readonly policies?: RowPolicies | undefined
  /** The queue in which it waits for a connection. Default: the tenant's. */
  readonly line?: string | undefined
  /** The action log entry under which writes are recorded; without it the transaction is read-only. */
  readonly entryId?: string
  /** Lets the platform write its own job queue without an entry. Tables of modules reject such writes. */
  readonly isWriter?: boolean
  /** All reads see the database as of the first one. */
  readonly isSnapshot?: boolean
  /** SQL that must be true on the server when the transaction begins; otherwise its statements fail. */
  readonly condition?: () => Promise<string>
}

/**
 * Milliseconds after which an idle reader releases its connection, so that one waiting for something else (a model, a mail
 * server) does not keep it from others.
 */
const IDLE = 1_000

/** A statement that is about to be sent, and the promise of its result. */
interface PendingStatement {
  readonly authority: Authority
  readonly query: pg.QueryConfig
  readonly resolve: (result: pg.QueryResult) => void
  readonly reject: (reason: unknown) => void
}

/**
 * One transaction in one scope, begun by its first statement. Beginning it costs no extra round trip: `begin`, the role and the
 * tenant's session variables are sent in the same message as that statement. Statements run in the order in which they are
 * issued, each with its own authority; those that are issued together are sent in one message.
 */
export class Transaction {
  readonly #options: TransactionOptions
  #client: pg.PoolClient | undefined
  #authority: Authority = 'app'
  #tail: Promise<unknown> = Promise.resolve()
  #running = 0
  /** The statements of the last step, until they are sent. */
  #waiting: PendingStatement[] | undefined
  #ended = false
  #discarded = false
  #isBroken = false
  #failure: unknown
  #isDoomed = false
  #lastUse = 0
  #idle: NodeJS.Timeout | undefined

  constructor(options: TransactionOptions) {
    this.#options = options
  }

  /** Queues a statement behind those issued before it. */
  query(authority: Authority, statement: Query): Promise<pg.QueryResult> {
    if (this.#ended)
      return Promise.reject(this.#whyEnded('This unit of work has ended; do not keep its `from` or `db`'))
    return new Promise((resolve, reject) => {
      const asked = { authority, query: this.#prepared(statement), resolve, reject }
      this.#running++
      if (this.#waiting) return void this.#waiting.push(asked)
      const waiting = [asked]
      void this.#next(() => this.#execute(waiting))
      this.#waiting = waiting
    })
  }

  /** Waits for statements in progress, and returns how many there were. */
  async finishRunning(): Promise<number> {
    const running = this.#running
    if (running > 0) await this.#tail
    return running
  }

  /**
   * Commits everything, including statements still in progress, and ends the transaction. The `last` statements are sent in the
   * same message as the commit, and their results are returned.
   */
  commit(last: readonly Query[] = []): Promise<readonly pg.QueryResult[]> {
    this.#ended = true
    return this.#next(async () => {
      if (this.#isDoomed) {
        await this.#finish('rollback')
        throw this.#failure
      }
      if (!this.#client && last.length > 0) await this.#open([])
      return this.#finish('commit', last)
    })
  }

  /** Rolls back everything and ends the transaction. Statements that have not started are rejected. */
  async rollback(): Promise<void> {
    this.#ended = true
    this.#discarded = true
    await this.#next(() => this.#finish('rollback'))
  }

  /** Returns a reader's connection to the pool. The next statement takes another one; earlier failures have no effect on it. */
  async release(): Promise<void> {
    await this.#next(() => this.#finish('rollback').catch(() => {}))
  }

  close(): Promise<void> {
    this.#ended = true
    return this.release()
  }

  /** Prevents the transaction from ever committing, even if the caller of the failed work continues regardless. */
  doom(reason: unknown): void {
    this.#isDoomed = true
    this.#failure ??= reason
  }

  /** Statements beside one for which the transaction ended report what that failed for. */
  #whyEnded(message: string): unknown {
    return this.#isDoomed ? this.#failure : new Error(message)
  }

  #next<T>(step: () => Promise<T>): Promise<T> {
    this.#waiting = undefined
    const result = this.#tail.then(step)
    this.#tail = result.catch(() => {})
    return result
  }

  async #execute(waiting: readonly PendingStatement[]): Promise<void> {
    try {
      if (this.#discarded) throw this.#whyEnded('This unit of work was rolled back before the statement began')
      const answers = await this.#answersOf(waiting)
      for (const [index, { resolve, reject }] of waiting.entries()) {
        const answer = answers[index]!
        if (answer.status === 'fulfilled') resolve(answer.value.at(-1)!)
        else reject(answer.reason)
      }
    } catch (error) {
      this.#begin(waiting)
      for (const { reject } of waiting) reject(error)
    } finally {
      this.#running -= waiting.length
      // While the caller awaits something else, the result of the condition may change.
      if (this.#options.condition) setImmediate(() => this.#running === 0 && !this.#ended && void this.release())
    }
  }

  /**
   * If a migration has invalidated a prepared statement, a reader retries from that statement on, without prepared statements.
   */
  async #answersOf(waiting: readonly PendingStatement[]): Promise<readonly StatementResult[]> {
    const askAll = (asked: readonly PendingStatement[]) =>
      this.#client ? this.#continue(this.#client, asked) : this.#open(asked)
    const answers = await askAll(waiting)
    for (const [index, answer] of answers.entries())
      if (answer.status === 'rejected' && isStalePlan(answer.reason))
        this.#options.database.statements.renew(waiting[index]?.query.name)
    const failed = answers.findIndex(({ status }) => status === 'rejected')
    if (!this.#isReader || this.#client || !isStalePlan((answers[failed] as PromiseRejectedResult | undefined)?.reason))
      return answers
    const again = waiting.slice(failed).map((asked) => ({ ...asked, query: { ...asked.query, name: '' } }))
    return [...answers.slice(0, failed), ...(await askAll(again))]
  }

  get #isReader(): boolean {
    return this.#options.entryId === undefined && !this.#options.isWriter
  }

  /** Statements issued from now on go into another message. */
  #begin(waiting: readonly PendingStatement[]): void {
    if (this.#waiting === waiting) this.#waiting = undefined
  }

  async #continue(client: pg.PoolClient, waiting: readonly PendingStatement[]): Promise<readonly StatementResult[]> {
    const answers = await this.#send(client, waiting)
    for (const answer of answers) {
      if (answer.status === 'fulfilled') continue
      this.#failure ??= answer.reason
      if (isStalePlan(answer.reason) || client.getTransactionStatus() === 'I') this.#isBroken = true
    }
    // The next statement of a reader is independent of a failed one. A snapshot, however, cannot be taken again.
    if (this.#isReader && !this.#options.isSnapshot && answers.some(({ status }) => status === 'rejected'))
      await this.#finish('rollback').catch(() => {})
    return answers
  }

  /** Begins the transaction together with the waiting statements. If any of them fails, the transaction is rolled back. */
  async #open(waiting: readonly PendingStatement[]): Promise<readonly StatementResult[]> {
    const { database, scope, entryId, isWriter = entryId !== undefined, isSnapshot = false, condition } = this.#options
    // Throws for an invalid scope, before a connection is taken.
    const opening = toOpening(scope, this.#options)
    const reading = isSnapshot ? 'isolation level repeatable read, read only' : 'read only'
    const mode = isWriter ? 'read write' : reading
    // A snapshot waits for its reader, and holds no lock that a writer needs.
    const patience = isSnapshot ? ['set local idle_in_transaction_session_timeout = 0'] : []
    const holding = condition ? [`select ${await condition()} as holds`] : []
    const client = await database.pool.connectFor(connectionLine(this.#options))
    if (isWriter) database.pool.assertTakesWrites(client)
    const beginning = database.pool.beginning(client, mode)
    this.#authority = 'app'
    const [sent, ...answers] = await this.#send(client, waiting, {
      text: [...beginning, ...patience, ...opening, ...holding].join('; '),
    })
    const opened = condition ? withCondition(sent!) : sent!
    const failed = [opened, ...answers].find((answer) => answer.status === 'rejected')
    if (!failed) {
      this.#client = client
      // Releasing the connection would end a snapshot.
      if (!isWriter && !isSnapshot) this.#releaseWhenIdle(IDLE)
      return answers
    }
    const error: unknown = failed.reason
    // It is unknown whether the transaction began, and nothing may run outside of it.
    if (isWriter) this.doom(error)
    if (client.getTransactionStatus() === 'I') client.release(true)
    else
      await client.query('rollback').then(
        () => client.release(isStalePlan(error)),
        () => client.release(true),
      )
    if (failed === opened) throw error
    return answers
  }

  /** Sends the waiting statements in one message, each with its authority. */
  async #send(
    client: pg.PoolClient,
    waiting: readonly PendingStatement[],
    opening?: pg.QueryConfig,
  ): Promise<StatementResult[]> {
    this.#begin(waiting)
    const parts: pg.QueryConfig[][] = opening ? [[opening]] : []
    for (const { authority, query } of waiting) {
      parts.push(authority === this.#authority ? [query] : [this.#change(authority), query])
      this.#authority = authority
    }
    const { pool } = this.#options.database
    pool.goOn(client)
    const answers = await Promise.allSettled(sendStatements(client, parts))
    pool.rest(client)
    if (this.#isReader) for (const answer of answers) if (answer.status === 'rejected') markReader(answer.reason)
    this.#lastUse = performance.now()
    if (client.getTransactionStatus() !== 'I') return this.#withCause(answers)
    const reason = new Error('A unit of work cannot be ended from inside')
    return answers.map((answer) => (answer.status === 'rejected' ? answer : { status: 'rejected', reason }))
  }

  /** Statements after a failed one are refused for its sake, so they report what it failed for. */
  #withCause(answers: readonly StatementResult[]): StatementResult[] {
    const reasons = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []))
    const cause = reasons.find((reason) => !isAfterFailure(reason)) ?? this.#failure
    if (cause === undefined) return [...answers]
    return answers.map((answer) =>
      answer.status === 'rejected' && isAfterFailure(answer.reason) ? { ...answer, reason: cause } : answer,
    )
  }

  #change(to: Authority): pg.QueryConfig {
    const { database, scope, policies } = this.#options
    const reached = to === 'organizations' ? { ...scope, organizationIds: null } : scope
    return changeAuthority(to, database, { scope: reached, policies })
  }

  #prepared(query: Query): pg.QueryConfig {
    return { ...this.#options.database.statements.prepare(query), types: valueTypes }
  }

  async #finish(how: 'commit' | 'rollback', last: readonly Query[] = []): Promise<readonly pg.QueryResult[]> {
    clearTimeout(this.#idle)
    const client = this.#client
    this.#client = undefined
    if (!client) return []
    if (how === 'rollback' && client.getTransactionStatus() === 'I') {
      client.release(true)
      return []
    }
    const { pool, statements } = this.#options.database
    const isSpent = () => this.#isBroken || statements.isOutgrown(client.connection)
    if (how === 'rollback' && this.#isReader && !this.#options.isSnapshot) {
      // Closing the connection rolls back as well.
      if (isSpent()) client.release(true)
      else pool.releaseReader(client)
      this.#isBroken = false
      return []
    }
    let results: readonly pg.QueryResult[]
    const before = last.map((query) => this.#prepared(query))
    try {
      // Deferred triggers run at commit, with the caller's authority.
      const isOther = how === 'commit' && this.#authority !== 'app'
      const change = isOther ? [this.#change('app')] : []
      const [answers = []] = await Promise.all(sendStatements(client, [[...change, ...before, { text: how }]]))
      results = answers.slice(change.length)
      client.release(isSpent())
      this.#isBroken = false
    } catch (error) {
      client.release(true)
      if (isStalePlan(error)) for (const { name } of before) statements.renew(name)
      throw error
    }
    // PostgreSQL responds to `commit` of a failed transaction with ROLLBACK, not with an error.
    if (how === 'commit' && results.at(-1)?.command !== 'COMMIT')
      throw new Error('A statement had failed, so nothing was committed', { cause: this.#failure })
    return results.slice(0, -1)
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

/** The queue in which the work of a transaction waits for a connection. */
export const connectionLine = ({ line, scope }: Pick<TransactionOptions, 'line' | 'scope'>): string =>
  line ?? scope.tenantId
