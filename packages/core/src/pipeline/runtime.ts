import type { MikroORM } from '@mikro-orm/postgresql'
import type { Caches } from '../cache/caches.ts'
import type { Invalidations } from '../cache/invalidations.ts'
import type { Replicas, RequestReads } from '../data/replicas.ts'
import type { Database } from '../data/statements.ts'
import type { Tables } from '../data/tables.ts'
import type { Session } from '../define/actor.ts'
import type { WriteMode } from '../define/command.ts'
import type { Cause } from '../define/context.ts'
import type { Logger } from '../define/logger.ts'
import type { BatchedLogs } from '../jobs/batched-logs.ts'
import type { Queue } from '../jobs/queue.ts'
import type { EffectLog, EffectSeal } from '../undo/effects.ts'
import type { Operation, UndoTokens } from './commit.ts'
import type { deliver } from './deliver.ts'
import type { Subscriptions } from './effects.ts'
import type { IdempotencyKey } from './idempotency.ts'
import type { Services } from './services.ts'

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
  /** Hears of every operation that can be undone. */
  readonly onOperation?: (operation: Operation) => void
}

/** For whom work is done, and where it comes from. */
export interface RequestParts {
  readonly runtime: Runtime
  readonly session: Session
  readonly origin: RequestOrigin
}

/** The outermost command of a transaction: what is written is recorded under its entry, unless it is not logged. */
export interface RunningCommand {
  readonly entryId: string
  readonly isLogged: boolean
  readonly effects: EffectLog
}
