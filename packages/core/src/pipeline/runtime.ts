import type { MikroORM } from '@mikro-orm/postgresql'
import { asFunction, asValue, type AwilixContainer, createContainer } from 'awilix/browser'
import type { Caches } from '../cache/caches.ts'
import type { Invalidations } from '../cache/invalidations.ts'
import type { Replicas, RequestReads } from '../data/replicas.ts'
import type { Database } from '../data/statements.ts'
import type { Tables } from '../data/tables.ts'
import type { Access, Actor, Caller } from '../define/access.ts'
import type { WriteMode } from '../define/command.ts'
import type { Cause, Context } from '../define/context.ts'
import type { Logger } from '../define/context.ts'
import type { Service } from '../define/service.ts'
import { brokenSetup } from '../errors.ts'
import type { BatchedLogs } from '../jobs/batched-logs.ts'
import type { Queue } from '../jobs/queue.ts'
import type { EffectSeal } from '../undo/effects.ts'
import type { UndoTokens } from '../undo/undo.ts'
import type { Operation } from './commit.ts'
import type { EffectLog, Subscriptions } from './effects.ts'
import type { IdempotencyKey } from './idempotency.ts'
import type { deliver } from './jobs.ts'

/** What one platform consists of while it runs. Nothing here is global: two platforms can live in one process. */
export interface Runtime {
  readonly database: Database
  readonly replicas: Replicas
  readonly orm: MikroORM
  readonly tables: Tables
  readonly services: Services
  readonly caches: Caches
  /** Tables of which sums are cached. */
  readonly watched: ReadonlySet<string>
  /** How other processes learn what to forget. */
  readonly invalidations: Pick<Invalidations, 'hostId' | 'call' | 'publish'>
  readonly subscriptions: Subscriptions
  readonly queue: Queue
  readonly batchedLogs: BatchedLogs
  readonly tokens: UndoTokens
  readonly effectSeal: EffectSeal
  /** Bytes of rows that one command may record. */
  readonly mostRecorded: number
  readonly log: Logger
  now(): Date
  /** Hands an event to a plain subscriber. */
  readonly deliver: typeof deliver
  /** Keeps work that outlives its request, so that closing can wait for it. */
  background(work: Promise<unknown>): void
}

/** Where a piece of work comes from. */
export interface RequestOrigin {
  readonly requestId: string | null
  /** How often rules have led to each other up to here. Default: 0. */
  readonly depth?: number
  /** When the caller's copy of the resource was last changed; commands refuse to overwrite a newer one. */
  readonly expectedUpdatedAt?: string | null
  /** The key under which the first command takes effect once. */
  readonly idempotencyKey?: IdempotencyKey | null
  /** Lets replicas answer what is read. Default: the server that takes writes answers everything. */
  readonly reads?: RequestReads | undefined
  /** All reads see one moment. */
  readonly isSnapshot?: boolean
  /** How commands are carried out. Default: for good. */
  readonly writes?: WriteMode | undefined
  /** What led to it beside the request, for the context of its entries and of those that follow from them. */
  readonly cause?: Cause | undefined
  /** What a route has asked of its caller: commands that ask for the same do not ask again. */
  readonly admitted?: { readonly actor: Actor; readonly access: Access }
  /** Hears of every operation that can be undone. */
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

// The entry without the loading of modules by file name: nothing here does that, and its libraries cost every start.

type Make = Service<unknown>['create']

/** Resolves service handles; each unit of work gets instances of its own, bound to its context, but for shared ones. */
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

  /** The resolver of one unit of work. */
  bind(ctx: Context): <T>(service: Service<T>) => T {
    let scope: AwilixContainer | undefined
    return <T>(service: Service<T>): T => {
      if (!scope) {
        scope = this.#container.createScope()
        scope.register('ctx', asValue(ctx))
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
