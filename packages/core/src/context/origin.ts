import type { ReadRoute } from '../data/connection/read-route.ts'
import type { Access, Actor, Caller } from '../define/access.ts'
import type { Cause } from '../define/context.ts'
import type { CustomRecord } from '../define/extensible.ts'
import type { Locale } from '../define/locales.ts'
import type { WriteMode } from '../define/preview.ts'
import type { Operation } from '../http/operation-header.ts'
import type { EffectLog } from './effect-log.ts'
import type { IdempotencyKey } from './idempotency-keys.ts'

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

/** Who works, and why. */
export interface WorkCause {
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
