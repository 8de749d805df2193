import type { Scope } from '../data/scope.ts'
import type { Sql } from '../data/sql.ts'
import type { z } from 'zod'
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
  /** Writes lines of any tenants, in one transaction with the platform's authority. */
  readonly write: (ctx: JournalContext, lines: readonly L[]) => Promise<unknown>
}

export interface JournalContext {
  readonly db: Sql
  /** Queues a job in the same transaction, in the scope that its line is about. */
  enqueue<P extends z.ZodType>(job: Job<P>, payload: NoInfer<z.input<P>>, session: JournalSession): void
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
