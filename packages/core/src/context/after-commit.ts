import { setTimeout } from 'node:timers/promises'
import { writeInvalidation } from '../cache/invalidations.ts'
import { rowsTag } from '../cache/rows-tag.ts'
import { isRetryable } from '../data/connection/database-errors.ts'
import { pauseAfter, TRANSACTION_ATTEMPTS } from '../data/connection/retries.ts'
import { Transaction } from '../data/connection/transaction.ts'
import type { ChangedTable } from '../log/changed-table.ts'
import type { QueuedJob } from '../log/effects.ts'
import { actionLog } from '../log/history.ts'
import type { Outbox } from './outbox.ts'
import { queueOutbox } from './queue-outbox.ts'
import type { Runtime } from './runtime.ts'
import type { UnitOfWorkOptions } from './unit-of-work.ts'

/** What a transaction has committed besides its rows. */
export interface CommitResult {
  readonly jobs: readonly QueuedJob[]
  /** The recorded tables with new changes; undefined if no log entry was written. */
  readonly written?: readonly ChangedTable[] | undefined
}

/** After a commit: invalidates caches, wakes the workers and calls subscribers. */
export function settle(work: UnitOfWorkOptions, outbox: Outbox, { jobs, written }: CommitResult): void {
  const { runtime } = work
  writeRecords(runtime, outbox)
  if (written) dropSums(work, written)
  dropCaches(runtime, outbox)
  if (jobs.length > 0) runtime.queue.wake(jobs.map(({ jobId }) => jobId))
  for (const emission of outbox.emissions)
    for (const subscriber of runtime.subscriptions.of(emission.event))
      if (subscriber.durable === undefined) runtime.deliver(work, emission, subscriber)
}

/** Invalidates caches of this host immediately, even if the outcome of the commit is unknown. */
export function dropCaches({ caches, invalidations }: Runtime, { tags }: Outbox): void {
  if (tags.size === 0) return
  caches.invalidate(tags)
  invalidations.notify()
}

/** Writes records to batched logs. */
export function writeRecords({ batchedLogs }: Runtime, { records }: Outbox): void {
  for (const { target, record } of records) void batchedLogs.record(target, record)
}

/** Invalidates cached sums of tables with changed rows, the action log included. */
function dropSums({ runtime, caller }: UnitOfWorkOptions, written: readonly ChangedTable[]): void {
  const logged = { tenantId: caller.scope.tenantId, table: actionLog }
  const summed = [logged, ...written].filter(({ table }) => runtime.summedTables.has(table))
  if (summed.length === 0) return
  const tags = summed.map(({ tenantId, table }) => rowsTag(tenantId, table))
  runtime.caches.invalidate(tags)
  runtime.invalidations.publish(tags)
}

/** Writes what was emitted, queued or invalidated outside a command, in a separate transaction with up to five attempts. */
export async function flushOutbox(work: UnitOfWorkOptions, outbox: Outbox, attempt = 1): Promise<void> {
  const { runtime, caller } = work
  const { database, invalidations } = runtime
  const transaction = new Transaction({ database, scope: caller.scope, isWriter: true })
  let jobs: readonly QueuedJob[]
  try {
    jobs = await queueOutbox(work, transaction, outbox)
    await transaction.commit(outbox.tags.size > 0 ? [writeInvalidation(invalidations.hostId, outbox.tags)] : [])
  } catch (error) {
    await transaction.rollback().catch(() => {})
    dropCaches(runtime, outbox)
    if (!isRetryable(error) || attempt === TRANSACTION_ATTEMPTS) throw error
    await setTimeout(pauseAfter(attempt))
    return flushOutbox(work, outbox, attempt + 1)
  }
  settle(work, outbox, { jobs })
}
