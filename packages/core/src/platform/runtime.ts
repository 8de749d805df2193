import type { MikroORM } from '@mikro-orm/postgresql'
import type { Once } from '../commands/once.ts'
import type { Operation } from '../commands/operation.ts'
import type { EffectSeal } from '../commands/entry-effects.ts'
import type { UndoTokens } from '../commands/undo-token.ts'
import type { Database } from '../data/authority.ts'
import type { Tables } from '../data/tables.ts'
import type { Session } from '../define/actor.ts'
import type { Cause } from '../define/internal-request.ts'
import type { Logger } from '../define/logger.ts'
import type { WriteMode } from '../define/preview.ts'
import type { Emission, Subscriptions } from '../events/outbox.ts'
import type { Queue } from '../jobs/queue.ts'
import type { Caches } from './caches.ts'
import type { Invalidations } from './invalidations.ts'
import type { Journals } from './journals.ts'
import type { Services } from './services.ts'

/** Where a piece of work comes from. */
export interface Origin {
  readonly requestId: string | null
  /** How often rules have led to each other up to here; 0 unless told. */
  readonly depth?: number
  /** When the caller's copy of the resource was last changed; commands refuse to overwrite a newer one. */
  readonly expectedUpdatedAt?: string | null
  /** The key under which the first command takes effect once. */
  readonly once?: Once | null
  /** All reads see one moment. */
  readonly isSnapshot?: boolean
  /** How commands are carried out; for good unless told. */
  readonly writes?: WriteMode | undefined
  /** What led to it beside the request, for the context of its entries and of those that follow from them. */
  readonly cause?: Cause | undefined
  /** Hears of every operation that can be undone. */
  readonly onOperation?: (operation: Operation) => void
}

/** Events on their way to subscribers. */
export interface Emitted {
  readonly session: Session
  readonly origin: Origin
  readonly emissions: readonly Emission[]
}

/** What one platform consists of while it runs. Nothing here is global: two platforms can live in one process. */
export interface Runtime {
  readonly database: Database
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
  readonly journals: Journals
  readonly tokens: UndoTokens
  readonly effectSeal: EffectSeal
  /** Bytes of rows that one command may record. */
  readonly mostRecorded: number
  readonly log: Logger
  now(): Date
  /** Hands events to their plain subscribers. */
  deliver(emitted: Emitted): void
  /** Keeps work that outlives its request, so that closing can wait for it. */
  background(work: Promise<unknown>): void
}
