import type { Command } from '../define/command.ts'
import type { EmitListener } from '../define/emitted-events.ts'
import type { Subscriber } from '../define/event.ts'
import type { Emission } from './outbox.ts'
import type { RunningCommand, WorkCause } from './origin.ts'
import type { Caches } from '../cache/caches.ts'
import type { Invalidations } from '../cache/invalidations.ts'
import type { Database } from '../data/connection/database.ts'
import type { ReadRoute } from '../data/connection/read-route.ts'
import type { CustomRecord, Extension } from '../define/extensible.ts'
import type { FieldPolicies } from '../define/field-policies.ts'
import type { Tables } from '../data/query/tables.ts'
import type { Logger } from '../define/logger.ts'
import type { Telemetry } from '../define/telemetry.ts'
import type { BatchedLogs } from '../jobs/batched-logs.ts'
import type { JobQueue } from '../jobs/queue.ts'
import type { LoopTime } from '../fairness/loop-time.ts'
import type { EffectCipher } from '../log/effects.ts'
import type { UndoTokens } from '../log/undo-tokens.ts'
import type { RowPolicyCompiler } from './row-policies.ts'
import type { Subscriptions } from './subscriptions.ts'
import { Services } from './services.ts'

/** How a command is called. */
export interface CommandCall {
  readonly input: unknown
  /** Values of custom fields, by key, for the row that the command writes. */
  readonly custom?: CustomRecord
  /** Check access even inside another command. Default: only the access of the outermost command is checked. */
  readonly checkAccess?: boolean
  /** Whether the input is still as the request sent it, not parsed. */
  readonly isSent?: boolean
}

/** A unit of work, as `UnitOfWork` implements it. */
interface UnitOfWork extends WorkCause {
  readonly command: RunningCommand | undefined
}

/** Everything that lives as long as the platform. There is no global state: two platforms can live in one process. */
export interface Runtime {
  readonly database: Database
  readonly tables: Tables
  readonly services: Services
  readonly caches: Caches
  /** Tables with cached sums. */
  readonly summedTables: ReadonlySet<string>
  /** The entities for which customers can define fields, by kind of resource. */
  readonly extensions: ReadonlyMap<string, Extension>
  /** Compiles the row policies of callers. */
  readonly rowPolicies: RowPolicyCompiler
  readonly fieldPolicies: FieldPolicies
  /** Invalidates caches of other processes. */
  readonly invalidations: Pick<Invalidations, 'hostId' | 'notify' | 'publish'>
  readonly subscriptions: Subscriptions
  /** The ids of the events that modules list. */
  readonly events: ReadonlySet<string>
  /** Those of all modules. */
  readonly emitListeners: readonly EmitListener[]
  readonly queue: JobQueue
  readonly batchedLogs: BatchedLogs
  readonly tokens: UndoTokens
  readonly effectCipher: EffectCipher
  /** Maximum size in bytes of the rows that one command may record. */
  readonly mostRecorded: number
  readonly log: Logger
  /** Undefined if nobody asks for it. */
  readonly loopTime: LoopTime | undefined
  /** Undefined if nobody listens. */
  readonly telemetry: Telemetry | undefined
  now(): Date
  /** Whose clock dates the entries of the log: hosts with equal clocks would still be milliseconds apart. */
  readonly dates: 'host' | 'database'
  /** Decides where the reads of a new request go; undefined if all go to the primary server. */
  routeReads(): ReadRoute | undefined
  /** Runs a command in a unit of work, and returns its result. Implemented in `command/execute.ts`. */
  execute(work: UnitOfWork, command: Command, call: CommandCall): Promise<unknown>
  /** Runs a command for each call inside the running one. */
  executeAll(work: UnitOfWork, command: Command, calls: readonly CommandCall[]): Promise<readonly unknown[]>
  /** Delivers an event to a plain subscriber, in a separate unit of work. */
  deliver(cause: WorkCause, emission: Emission, subscriber: Pick<Subscriber, 'handle'>): void
  /** Tracks work that outlives its request, so that closing the platform can wait for it. */
  background(work: Promise<unknown>): void
}
