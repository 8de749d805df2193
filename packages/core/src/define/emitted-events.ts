import type { Scope } from '../data/query/scope.ts'
import type { Sql } from '../data/query/sql.ts'
import type { Context } from './context.ts'

/** What a unit of work has emitted, while its transaction is still open. */
export interface EmittedEvents {
  /** The scope of the unit of work. */
  readonly scope: Scope
  /**
   * Also those that tell what an undo or redo has done to records, which nobody has emitted: `tags.tag.deleted` if the creation of
   * one was undone, with the members of its payload that are properties of the record.
   */
  readonly events: readonly EmittedEvent[]
  /** SQL in the transaction, with the platform's authority: restrict it to the tenant of the scope. */
  readonly db: Sql
  readonly now: Context['now']
  /** Queues jobs in the transaction. */
  readonly enqueue: Context['enqueue']
}

export interface EmittedEvent {
  /** The id of the event's type. */
  readonly id: string
  readonly payload: unknown
}

/**
 * Called in each transaction that emits events, or undoes or redoes a command, before it commits; what it writes is committed together with what caused the events,
 * or rolled back. An error fails the transaction.
 */
export type EmitListener = (emitted: EmittedEvents) => Promise<void>
