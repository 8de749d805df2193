import type { EntityManager } from '@mikro-orm/postgresql'
import { WriterCaches } from '../cache/caches.ts'
import type { Authority } from '../data/connection/authority.ts'
import { createFrom, type SystemFrom } from '../data/query/from.ts'
import { createManager } from '../data/query/orm.ts'
import type { ReadRoute } from '../data/connection/read-route.ts'
import { CommandReads, type ContendedRow, lockRow } from '../data/query/row-locks.ts'
import type { CustomRecord } from '../define/extensible.ts'
import { ALL_TENANTS, type EntityScope } from '../data/query/scope.ts'
import { createCommandSql, createSql, type Sql } from '../data/query/sql.ts'
import { Transaction } from '../data/connection/transaction.ts'
import type { Access, Actor, Caller } from '../define/access.ts'
import type { Cause, Context } from '../define/context.ts'
import type { Locale } from '../define/locales.ts'
import type { WriteMode } from '../define/preview.ts'
import type { Operation } from '../http/operation-header.ts'
import type { IdempotencyKey } from './idempotency-keys.ts'
import type { EffectLog } from './effect-log.ts'
import { Outbox } from './outbox.ts'
import { flushOutbox } from './settle.ts'
import type { Runtime } from './runtime.ts'

/** The origin of a unit of work. */
export interface RequestOrigin {
  readonly requestId: string | null
  /** The client whose language applies. Default: English. */
  readonly client?: { readonly locale: Locale } | undefined
  /**
   * Which connection queue is used by work without a tenant, so that logins and the platform's jobs do not wait for each other.
   */
  readonly line?: 'logins' | 'jobs' | undefined
  /** How many rules have triggered each other up to this point. Default: 0. */
  readonly depth?: number
  /** For jobs and subscribers: the id of the actor whose work caused this. */
  readonly startedBy?: string | undefined
  /** When the caller's copy of the resource was last changed; commands refuse to overwrite a newer version. */
  readonly expectedUpdatedAt?: string | null
  /** The idempotency key, claimed by the first command. */
  readonly idempotencyKey?: IdempotencyKey | null
  /** Where reads go. Default: everything is read from the primary server. */
  readonly reads?: ReadRoute | undefined
  /** Set if all reads use one snapshot: the cache tick before it was taken. */
  readonly snapshotTick?: number
  /** How commands are executed. Default: they are committed. */
  readonly writes?: WriteMode | undefined
  /** What caused it besides the request; stored in the context of its entries and of entries that result from them. */
  readonly cause?: Cause | undefined
  /** The custom values of the request, for the first command that writes such a resource. */
  readonly custom?: SentCustomValues | undefined
  /** The access that the route has already checked; commands that require the same do not check again. */
  readonly admitted?: { readonly actor: Actor; readonly access: Access }
  /** Called with every operation that can be undone. */
  readonly onOperation?: (operation: Operation) => void
}

/** Values of custom fields that a request sent. */
export interface SentCustomValues {
  /** The kind of resource whose fields they are. */
  readonly kind: string
  /** By key; empty if the request sent none. */
  readonly values: CustomRecord
  /** Set once a command has stored them. */
  isTaken?: true
}

/** The caller of a unit of work, and its origin. */
export interface RequestParts {
  readonly runtime: Runtime
  readonly caller: Caller
  readonly origin: RequestOrigin
}

/** The outermost command of a transaction. All writes are recorded under its entry, unless it is not logged. */
export interface RunningCommand {
  readonly entryId: string
  readonly isLogged: boolean
  readonly effects: EffectLog
  /** What is done when the code of all its commands has run, in their order. Whoever throws prevents the commit. */
  readonly beforeCommit: (() => Promise<void>)[]
}

/**
 * The state of a unit of work. Its parts are created on first use: a request answered from caches opens nothing and allocates
 * next to nothing. Contexts keep it private.
 */
export class RequestState implements RequestParts {
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
  #managers: Partial<Record<Authority, EntityManager>> | undefined
  #sql: Partial<Record<Authority, Sql>> | undefined
  #from: Partial<Record<Authority, SystemFrom>> | undefined
  #inject: Context['inject'] | undefined
  readonly #reads: CommandReads | undefined

  constructor({ runtime, caller, origin }: RequestParts, command?: RunningCommand) {
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
    const options = { database: runtime.database, scope, line, isSnapshot, ...writing }
    return reads && !command && !isSnapshot ? reads.open(options) : new Transaction(options)
  }

  get outbox(): Outbox {
    return (this.#outbox ??= new Outbox(this.runtime))
  }

  /** The caches as a command reads them. */
  get writerCaches(): WriterCaches {
    return (this.#writerCaches ??= new WriterCaches(this.runtime.caches))
  }

  /** Resolves services; instances created for this unit of work receive its context. */
  resolver(toContext: () => Context): Context['inject'] {
    return (this.#inject ??= this.runtime.services.bind(toContext(), this.origin.writes))
  }

  manager(of: Authority): EntityManager {
    return ((this.#managers ??= {})[of] ??= createManager(this.runtime.orm, this.transaction, {
      scope: this.#scope(of),
      reads: this.#reads,
    }))
  }

  /** Whether anything was read or written with the platform's authority, possibly in other tenants. */
  get reachesBeyond(): boolean {
    return this.#sql?.system !== undefined || this.#managers?.system !== undefined
  }

  from(of: Authority): SystemFrom {
    const begin = () =>
      createFrom({ tables: this.runtime.tables, db: this.sql(of), scope: this.#scope(of), reads: this.#reads })
    return ((this.#from ??= {})[of] ??= begin())
  }

  sql(authority: Authority): Sql {
    return ((this.#sql ??= {})[authority] ??= this.#reads
      ? createCommandSql(this.transaction, authority, this.#reads)
      : createSql(this.transaction, authority, 'plain'))
  }

  #scope(authority: Authority): EntityScope {
    const { scope } = this.caller
    const { organizationIds } = authority === 'tenant' ? WHOLE : scope
    return { ...scope, organizationIds, system: authority === 'system', now: this.runtime.now }
  }

  /** The state for a command that begins here, in a separate transaction. Releases the reader's connection first. */
  async begin(command: RunningCommand): Promise<RequestState> {
    await this.release()
    return new RequestState(this, command)
  }

  /** Locks rows before anything is read. The statements are sent with the first one, and their errors surface there. */
  lock(rows: readonly ContendedRow[]): void {
    for (const row of rows) this.transaction.query('app', { ...lockRow(row), rows: 'plain' }).catch(() => {})
  }

  /** Flushes changes to entities, if any were loaded or created. */
  async flush(): Promise<void> {
    await this.#managers?.app?.flush()
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
   * Ends the work: releases the connection and, after success, queues and delivers what was emitted outside a command. Returns
   * undefined if there is nothing to wait for. After a dry run, nothing is queued or delivered.
   */
  close(isDone: boolean): Promise<unknown> | undefined {
    this.#isEnded = true
    if (this.#transaction || this.#written || this.#outbox) return this.#leave(isDone)
    return this.runtime.batchedLogs.backlog
  }

  async #leave(isDone: boolean): Promise<void> {
    // Releasing a reader's connection is not awaited: it can no longer fail.
    if (this.#transaction) this.runtime.background(this.#transaction.close())
    const { emissions = [], jobs = [] } = this.#outbox ?? {}
    if (this.withholds([...emissions.map(({ event }) => event.id), ...jobs.map(({ job }) => job.id)])) return
    if (isDone && this.#written) await Promise.all(this.#written)
    if (isDone && this.#outbox && !this.#outbox.isEmpty) await flushOutbox(this, this.#outbox)
    await this.runtime.batchedLogs.backlog
  }
}

/** Runs the work of a state, and ends it. */
export async function endWith<T>(state: RequestState, work: () => Promise<T> | T): Promise<T> {
  let isDone = false
  try {
    const result = await work()
    isDone = true
    return result
  } finally {
    await state.close(isDone)
  }
}

const WHOLE = { organizationIds: null }
