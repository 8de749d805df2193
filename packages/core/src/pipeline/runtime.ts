import type { EntityManager, MikroORM } from '@mikro-orm/postgresql'
import { asFunction, asValue, type AwilixContainer, createContainer } from 'awilix/browser'
import { type Caches, WriterCaches } from '../cache/caches.ts'
import type { Invalidations } from '../cache/invalidations.ts'
import type { Replicas, RequestReads } from '../data/replicas.ts'
import { createManager } from '../data/orm.ts'
import { CommandReads, type ContendedRow, lockRow } from '../data/row-locks.ts'
import { ALL_TENANTS, type EntityScope } from '../data/scope.ts'
import {
  type Authority,
  createCommandSql,
  createFrom,
  createSql,
  type Database,
  type Sql,
  type SystemFrom,
} from '../data/statements.ts'
import type { Tables } from '../data/tables.ts'
import { Transaction } from '../data/transaction.ts'
import type { Access, Actor, Caller } from '../define/access.ts'
import type { WriteMode } from '../define/command.ts'
import type { Cause, Context } from '../define/context.ts'
import type { Logger } from '../define/context.ts'
import { type Mailer, mailer, type Service } from '../define/service.ts'
import { brokenSetup } from '../errors.ts'
import type { BatchedLogs } from '../jobs/batched-logs.ts'
import type { JobQueue } from '../jobs/queue.ts'
import type { EffectCipher } from '../undo/effects.ts'
import type { UndoTokens } from '../undo/undo.ts'
import type { Operation } from './commit.ts'
import { type EffectLog, flushOutbox, Outbox, type Subscriptions } from './outbox.ts'
import type { IdempotencyKey } from './idempotency.ts'
import type { execute } from './execute.ts'
import type { deliver } from './jobs.ts'

/** What lives as long as a platform runs. Nothing here is global: two platforms can live in one process. */
export interface Runtime {
  readonly database: Database
  readonly replicas: Replicas
  readonly orm: MikroORM
  readonly tables: Tables
  readonly services: Services
  readonly caches: Caches
  /** Tables of which sums are cached. */
  readonly summedTables: ReadonlySet<string>
  /** Drops caches of other processes. */
  readonly invalidations: Pick<Invalidations, 'hostId' | 'notify' | 'publish'>
  readonly subscriptions: Subscriptions
  /** The ids of the events that modules list. */
  readonly events: ReadonlySet<string>
  readonly queue: JobQueue
  readonly batchedLogs: BatchedLogs
  readonly tokens: UndoTokens
  readonly effectCipher: EffectCipher
  /** Bytes of rows that one command may record. */
  readonly mostRecorded: number
  readonly log: Logger
  now(): Date
  /** Runs a command. */
  readonly execute: typeof execute
  /** Hands an event to a plain subscriber. */
  readonly deliver: typeof deliver
  /** Keeps work that outlives its request, so that closing can wait for it. */
  background(work: Promise<unknown>): void
}

/** Where a piece of work comes from. */
export interface RequestOrigin {
  readonly requestId: string | null
  /** In whose line work of no tenant waits for connections, so that logins and the platform's jobs do not wait for each other. */
  readonly line?: 'logins' | 'jobs' | undefined
  /** How often rules have led to each other up to here. Default: 0. */
  readonly depth?: number
  /** Of jobs and subscribers: the id of the actor whose work led to them. */
  readonly startedBy?: string | undefined
  /** When the caller's copy of the resource was last changed; commands refuse to overwrite a newer one. */
  readonly expectedUpdatedAt?: string | null
  /** The key under which the first command takes effect once. */
  readonly idempotencyKey?: IdempotencyKey | null
  /** Lets replicas answer what is read. Default: the server that takes writes answers everything. */
  readonly replicaReads?: RequestReads | undefined
  /** Set where all reads see one moment: that of the caches before it. */
  readonly snapshotTick?: number
  /** How commands are carried out. Default: for good. */
  readonly writes?: WriteMode | undefined
  /** What led to it beside the request, for the context of its entries and of those that follow from them. */
  readonly cause?: Cause | undefined
  /** What a route has asked of its caller: commands that ask for the same do not ask again. */
  readonly admitted?: { readonly actor: Actor; readonly access: Access }
  /** Called with every operation that can be undone. */
  readonly onOperation?: (operation: Operation) => void
}

/** For whom work is done, and where it comes from. */
export interface RequestParts {
  readonly runtime: Runtime
  readonly caller: Caller
  readonly origin: RequestOrigin
}

/** The outermost command of a transaction: what is written is recorded under its entry, unless it is not logged. */
export interface RunningCommand {
  readonly entryId: string
  readonly isLogged: boolean
  readonly effects: EffectLog
}

/**
 * What lives as long as one piece of work. Its parts are made when they are first asked for: a request that is answered
 * from caches opens nothing and allocates next to nothing. Contexts keep it private.
 */
export class RequestState implements RequestParts {
  readonly runtime: Runtime
  readonly caller: Caller
  readonly origin: RequestOrigin
  /** Set inside a command, which other commands join. */
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
    const { snapshotTick, replicaReads } = origin
    const isSnapshot = snapshotTick !== undefined
    const writing = command && (command.isLogged ? { entryId: command.entryId } : { isWriter: true })
    const { scope } = caller
    const line = scope.tenantId === ALL_TENANTS ? origin.line : undefined
    const options = { database: runtime.database, scope, line, isSnapshot, ...writing }
    return replicaReads && !command && !isSnapshot ? replicaReads.open(options) : new Transaction(options)
  }

  get outbox(): Outbox {
    return (this.#outbox ??= new Outbox())
  }

  /** The caches as a command reads them. */
  get writerCaches(): WriterCaches {
    return (this.#writerCaches ??= new WriterCaches(this.runtime.caches))
  }

  /** Resolves services; those that are made for this work receive the context. */
  resolver(toContext: () => Context): Context['inject'] {
    return (this.#inject ??= this.runtime.services.bind(toContext(), this.origin.writes))
  }

  manager(of: Authority): EntityManager {
    return ((this.#managers ??= {})[of] ??= createManager(this.runtime.orm, this.transaction, {
      scope: this.#scope(of),
      reads: this.#reads,
    }))
  }

  /** Whether something was read or written with the platform's authority, beyond the tenant perhaps. */
  get reachesBeyond(): boolean {
    return this.#sql?.system !== undefined || this.#managers?.system !== undefined
  }

  from(of: Authority): SystemFrom {
    const begin = () => {
      const db = this.#reads ? this.sql(of).withPlugin(this.#reads.builder) : this.sql(of)
      return createFrom(this.runtime.tables, db, this.#scope(of))
    }
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

  /** A command that begins here, in a transaction of its own. */
  begin(command: RunningCommand): RequestState {
    return new RequestState(this, command)
  }

  /** Locks rows before anything is read: the statements travel with the first one. Who fails here fails there, too. */
  lock(rows: readonly ContendedRow[]): void {
    for (const row of rows) this.transaction.query('app', { ...lockRow(row), rows: 'plain' }).catch(() => {})
  }

  /** Writes what entities have changed, where any were asked for. */
  async flush(): Promise<void> {
    await this.#managers?.app?.flush()
  }

  /** Gives a reader's connection back, for other work. */
  async release(): Promise<void> {
    await this.#transaction?.release()
  }

  /** True in a dry run, which notes what does not leave. */
  withholds(ids: readonly string[]): boolean {
    const { writes } = this.origin
    if (writes?.kind !== 'dry-run') return false
    writes.withheld?.push(...ids)
    return true
  }

  /** The work ends when this record has been written, too. */
  endAfter(written: Promise<void> | undefined): void {
    if (written) (this.#written ??= []).push(written)
  }

  /**
   * Ends the work: gives the connection back, and after success queues and delivers what was emitted outside a command.
   * Returns undefined where there is nothing to wait for. After a dry run nothing is queued or delivered.
   */
  close(isDone: boolean): Promise<unknown> | undefined {
    this.#isEnded = true
    if (this.#transaction || this.#written || this.#outbox) return this.#leave(isDone)
    return this.runtime.batchedLogs.backlog
  }

  async #leave(isDone: boolean): Promise<void> {
    // The return of a reader's connection is not awaited: it cannot fail any more.
    if (this.#transaction) this.runtime.background(this.#transaction.close())
    const { emissions = [], jobs = [] } = this.#outbox ?? {}
    if (this.withholds([...emissions.map(({ event }) => event.id), ...jobs.map(({ job }) => job.id)])) return
    if (isDone && this.#written) await Promise.all(this.#written)
    if (isDone && this.#outbox && !this.#outbox.isEmpty) await flushOutbox(this, this.#outbox)
    await this.runtime.batchedLogs.backlog
  }
}

/** Does the work of a state, and ends it. */
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

type Make = Service<unknown>['create']

/**
 * Resolves service handles; each unit of work gets instances of its own, bound to its context, but for shared ones. The
 * entry of awilix for browsers does not load modules by file name: the libraries for that cost every start.
 */
export class Services {
  readonly #container = createContainer({ injectionMode: 'PROXY', strict: true })

  /** `defaults` stand in where none of the services has their id. */
  constructor(services: readonly Service<unknown>[], defaults: readonly Service<unknown>[] = []) {
    for (const service of services) {
      if (this.#container.hasRegistration(service.id)) throw brokenSetup(`Two services have the id '${service.id}'`)
      this.#register(service)
    }
    for (const service of defaults) if (!this.#container.hasRegistration(service.id)) this.#register(service)
  }

  /** Puts `fake` in the place of a service, for every unit of work from now on. */
  override<T>(service: Service<T>, fake: T | ((ctx: Context) => T)): void {
    this.#register({ id: service.id, create: typeof fake === 'function' ? (fake as Make) : () => fake })
  }

  /** The resolver of one unit of work. In a dry run no mail is sent: it could not be rolled back. */
  bind(ctx: Context, writes: WriteMode | undefined): <T>(service: Service<T>) => T {
    let scope: AwilixContainer | undefined
    return <T>(service: Service<T>): T => {
      if (!scope) {
        scope = this.#container.createScope()
        scope.register('ctx', asValue(ctx))
        if (writes?.kind === 'dry-run') {
          const withholding: Mailer = { send: async () => void writes.withheld?.push(mailer.id) }
          scope.register(mailer.id, asValue(withholding))
        }
      }
      if (!scope.hasRegistration(service.id)) {
        throw brokenSetup(`Service '${service.id}' is asked for, but no composed module provides it`)
      }
      return scope.resolve<T>(service.id)
    }
  }

  /** Ends what is shared. */
  async close(): Promise<void> {
    await this.#container.dispose()
  }

  #register({ id, create, isShared }: Service<unknown>): void {
    if (isShared)
      this.#container.register(
        id,
        asFunction(create as () => AsyncDisposable)
          .singleton()
          .disposer((made) => made[Symbol.asyncDispose]()),
      )
    else this.#container.register(id, asFunction(({ ctx }: { ctx: Context }) => create(ctx)).scoped())
  }
}
