import type { RawBuilder } from 'kysely'
import type { Job, JobOrigin } from './job.ts'

/**
 * An append-only log written in batches, such as accesses or executions. Records survive a rolled-back command, a clean shutdown
 * and a database outage of seconds. If awaited they survive a crash as well; otherwise a crash can lose the last 50 ms.
 */
export interface BatchedLog<L = unknown> {
  readonly id: string
  /**
   * True if responses refer to records (decision: Read your writes): appending outside a command then resolves when the record is
   * durable, or fails with 503 if it could not be written. Records that arrive during a write go into the next batch.
   */
  readonly isAwaited?: boolean
  /** Approximate size of a record in bytes, used to limit batches. Default: 1,000. */
  weigh?(record: L): number
  /** The statements that insert records of any tenants, sent in one transaction with the platform's authority. */
  statements(records: readonly L[]): readonly RawBuilder<unknown>[]
  /** Jobs to queue in the same transaction. Default: none. */
  jobs?(records: readonly L[]): readonly BatchedLogJob[]
}

/** A job that runs in the scope of its record. */
export interface BatchedLogJob {
  readonly job: Job
  readonly payload: unknown
  readonly origin: JobOrigin
  /** A UUID that deduplicates the job: at most one job with this id is queued per day. */
  readonly id?: string
}

/** Declares a batched log. Protect its table with `plinth.guard`, without recording. */
export function defineBatchedLog<L>(target: BatchedLog<L>): BatchedLog<L> {
  return Object.freeze(target)
}
