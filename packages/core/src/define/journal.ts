import type { Scope } from '../data/scope.ts'
import type { RawBuilder } from 'kysely'
import type { Job } from './job.ts'

/**
 * Lines that are only added, written in batches: accesses, executions. A line survives a rolled back command, a clean
 * stop and a database that is away for seconds. It survives a crash when it is awaited, else all but the last 50 ms.
 */
export interface Journal<L = any> {
  readonly id: string
  /**
   * True where answers name lines (decision 33): who appended one outside a command is answered when it is durable, or
   * 503 when it could not be written. Whatever arrives during a write is the next one's.
   */
  readonly isAwaited?: boolean
  /** Roughly the bytes of a line, by which batches are cut; 1,000 unless told. */
  weigh?(line: L): number
  /** What writes lines of any tenants: sent as one transaction with the platform's authority. */
  readonly statements: (lines: readonly L[]) => readonly RawBuilder<unknown>[]
  /** Jobs that are queued in the same transaction; none unless told. */
  readonly jobs?: (lines: readonly L[]) => readonly JournalJob[]
}

/** A job in the scope that its line is about. */
export interface JournalJob {
  readonly job: Job
  readonly payload: unknown
  readonly session: JournalSession
}

/** For whom a job of a journal runs. */
export interface JournalSession {
  readonly scope: Scope
  readonly userId: string | null
  readonly requestId: string | null
  /** How often rules have led to each other up to here; 0 unless told. */
  readonly depth?: number
}

/** Declares a journal. Its table is protected by `plinth.guard`, without recording. */
export function defineJournal<L>(journal: Journal<L>): Journal<L> {
  return Object.freeze(journal)
}
