import { flushOutbox } from './after-commit.ts'
import type { UnitOfWork, UnfinishedWork } from './unit-of-work.ts'

/** Runs the work of a state, and ends it. */
export async function endWith<T>(state: UnitOfWork, work: () => Promise<T> | T): Promise<T> {
  let isDone = false
  try {
    const { loopTime } = state.runtime
    const result = await (loopTime ? loopTime.run(state.caller.scope.tenantId, work) : work())
    isDone = true
    return result
  } finally {
    await endWork(state, isDone)
  }
}

/**
 * Ends the work: releases the connection and, after success, queues and delivers what was emitted outside a command. Returns
 * undefined if there is nothing to wait for. After a dry run, nothing is queued or delivered.
 */
export function endWork(state: UnitOfWork, isDone: boolean): Promise<unknown> | undefined {
  const left = state.end()
  return left ? finish(state, left, isDone) : state.runtime.batchedLogs.backlog
}

async function finish(
  state: UnitOfWork,
  { transaction, outbox, written }: UnfinishedWork,
  isDone: boolean,
): Promise<void> {
  const { runtime } = state
  // Releasing a reader's connection is not awaited: it can no longer fail.
  if (transaction) runtime.background(transaction.close())
  const { emissions = [], jobs = [] } = outbox ?? {}
  if (state.withholds([...emissions.map(({ event }) => event.id), ...jobs.map(({ job }) => job.id)])) return
  if (isDone && written) await Promise.all(written)
  if (isDone && outbox && !outbox.isEmpty) await flushOutbox(state, outbox)
  await runtime.batchedLogs.backlog
}
