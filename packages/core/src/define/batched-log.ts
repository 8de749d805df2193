import type { Scope } from '../data/scope.ts'
import type { RawBuilder } from 'kysely'
import type { Job } from './job.ts'

/**
 * Records that are only added, written in batches: accesses, executions. A record survives a rolled back command, a clean
 * stop and a database that is away for seconds. It survives a crash when it is awaited, else all but the last 50 ms.
 */
export interface BatchedLog<L = any> {
  readonly id: string
  /**
   * True where answers name records (decision 33): who appended one outside a command is answered when it is durable, or
   * 503 when it could not be written. Whatever arrives during a write is the next one's.
   */
  readonly isAwaited?: boolean
  /** Roughly the bytes of a record, by which batches are cut. Default: 1,000. */
  weigh?(record: L): number
  /** What writes records of any tenants: sent as one transaction with the platform's authority. */
  readonly statements: (records: readonly L[]) => readonly RawBuilder<unknown>[]
  /** Jobs that are queued in the same transaction. Default: none. */
  readonly jobs?: (records: readonly L[]) => readonly BatchedLogJob[]
}

/** A job in the scope that its record is about. */
export interface BatchedLogJob {
  readonly job: Job
  readonly payload: unknown
  readonly session: BatchedLogSession
}

/** For whom a job of a batched log runs. */
export interface BatchedLogSession {
  readonly scope: Scope
  readonly userId: string | null
  readonly requestId: string | null
  /** How often rules have led to each other up to here. Default: 0. */
  readonly depth?: number
}

/** Declares a batched log. Its table is protected by `plinth.guard`, without recording. */
export function defineBatchedLog<L>(target: BatchedLog<L>): BatchedLog<L> {
  return Object.freeze(target)
}
