import { WriterCaches } from '../cache/caches.ts'
import type { Authority } from '../data/connection/authority.ts'
import { createFrom, type SystemFrom } from '../data/query/from.ts'
import { CommandReads, type ContendedRow, lockRow } from '../data/query/row-locks.ts'
import { ALL_TENANTS, type EntityScope } from '../data/query/scope.ts'
import { createCommandSql, createSql } from '../data/connection/connected-sql.ts'
import type { Sql } from '../data/query/sql.ts'
import { Transaction } from '../data/connection/transaction.ts'
import type { Caller } from '../define/access.ts'
import type { Context } from '../define/context.ts'
import type { RequestOrigin, RunningCommand, WorkCause } from './origin.ts'
import { Outbox } from './outbox.ts'
import type { Runtime } from './runtime.ts'

/** The caller of a unit of work, and its origin. */
export interface UnitOfWorkOptions extends WorkCause {
  readonly runtime: Runtime
}

/**
 * The state of a unit of work. Its parts are created on first use: a request answered from caches opens nothing and allocates
 * next to nothing. Contexts keep it private.
 */
export class UnitOfWork implements UnitOfWorkOptions {
  readonly runtime: Runtime
  readonly caller: Caller
  readonly origin: RequestOrigin
  /** Set inside a command; inner commands join it. */
  readonly command: RunningCommand | undefined
  #isEnded = false
  #transaction: Transaction | undefined
  #outbox: Outbox | undefined
  #writerCaches: WriterCaches | undefined
  #written: Promise<void>[] | undefined
  #sql: Partial<Record<Authority, Sql>> | undefined
  #from: Partial<Record<Authority, SystemFrom>> | undefined
  #inject: Context['inject'] | undefined
  readonly #reads: CommandReads | undefined

  constructor({ runtime, caller, origin }: UnitOfWorkOptions, command?: RunningCommand) {
    this.runtime = runtime
    this.caller = caller
    this.origin = origin
    this.command = command
    this.#reads = command && new CommandReads()
  }

  get transaction(): Transaction {
    if (this.#isEnded) throw new Error('This unit of work has ended; do not keep its context')
    return (this.#transaction ??= this.#open())
  }

  #open(): Transaction {
    const { command, origin, caller, runtime } = this
    const { snapshotTick, reads } = origin
    const isSnapshot = snapshotTick !== undefined
    const writing = command && (command.isLogged ? { entryId: command.entryId } : { isWriter: true })
    const { scope } = caller
    const line = scope.tenantId === ALL_TENANTS ? origin.line : undefined
    const policies = runtime.rowPolicies.policiesOf(caller.actor)
    const options = { database: runtime.database, scope, policies, line, isSnapshot, ...writing }
    return reads && !command && !isSnapshot ? reads.open(options) : new Transaction(options)
  }

  get outbox(): Outbox {
    return (this.#outbox ??= new Outbox(this.runtime))
  }

  /** The caches as a command reads them. */
  get writerCaches(): WriterCaches {
    return (this.#writerCaches ??= new WriterCaches(this.runtime.caches, () => this.hasOnlyRead))
  }

  /** Resolves services; instances created for this unit of work receive its context. */
  resolver(toContext: () => Context): Context['inject'] {
    return (this.#inject ??= this.runtime.services.bind(toContext(), this.origin.writes))
  }

  /** Whether anything was read or written with the platform's authority, possibly in other tenants. */
  get reachesBeyond(): boolean {
    return this.#sql?.system !== undefined
  }

  /** Whether a command has neither written nor asked for anything so far. Statements other than queries of `from` count as writes. */
  get hasOnlyRead(): boolean {
    return this.#reads?.writes === 0 && (this.#outbox?.isEmpty ?? true)
  }

  from(of: Authority): SystemFrom {
    const begin = () =>
      createFrom({ tables: this.runtime.tables, db: this.sql(of), scope: this.#scope(of), reads: this.#reads })
    return ((this.#from ??= {})[of] ??= begin())
  }

  sql(authority: Authority): Sql {
    return ((this.#sql ??= {})[authority] ??= this.#reads
      ? createCommandSql(this.transaction, authority, this.#reads)
      : createSql(this.transaction, authority))
  }

  #scope(authority: Authority): EntityScope {
    const { scope, actor } = this.caller
    const { rowPolicies, now } = this.runtime
    const { organizationIds } = authority === 'tenant' || authority === 'organizations' ? WHOLE : scope
    const isRestricted = authority === 'app' || authority === 'organizations'
    const policies = isRestricted ? rowPolicies.policiesOf(actor) : undefined
    return { ...scope, organizationIds, system: authority === 'system', now, policies }
  }

  /** The state for a command that begins here, in a separate transaction. Releases the reader's connection first. */
  async begin(command: RunningCommand): Promise<UnitOfWork> {
    await this.release()
    return new UnitOfWork(this, command)
  }

  /** Locks rows before anything is read. The statements are sent with the first one, and their errors surface there. */
  lock(rows: readonly ContendedRow[]): void {
    for (const row of rows) this.transaction.query('app', lockRow(row)).catch(() => {})
  }

  /** Releases a reader's connection, for use by other work. */
  async release(): Promise<void> {
    await this.#transaction?.release()
  }

  /** True in a dry run, which records what it suppresses. */
  withholds(ids: readonly string[]): boolean {
    const { writes } = this.origin
    if (writes?.kind !== 'dry-run') return false
    writes.withheld?.push(...ids)
    return true
  }

  /** Defers the end of the work until this record has been written. */
  endAfter(written: Promise<void> | undefined): void {
    if (written) (this.#written ??= []).push(written)
  }

  /**
   * Ends the work: its context can no longer be used. Returns what is left of it; undefined if it did nothing that has to be
   * finished.
   */
  end(): UnfinishedWork | undefined {
    this.#isEnded = true
    if (!this.#transaction && !this.#written && !this.#outbox) return undefined
    return { transaction: this.#transaction, outbox: this.#outbox, written: this.#written }
  }
}

/** What a unit of work leaves to be finished. */
export interface UnfinishedWork {
  readonly transaction: Transaction | undefined
  readonly outbox: Outbox | undefined
  /** Records of batched logs that are being written. */
  readonly written: readonly Promise<void>[] | undefined
}

const WHOLE = { organizationIds: null }
