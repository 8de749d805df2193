import { writeInvalidation } from '../commands/invalidation.ts'
import { Unit } from '../data/unit.ts'
import { rowsTag } from '../define/analytics.ts'
import type { Outbox } from '../events/outbox.ts'
import { jobIdsOf, queueOutbox } from './queue-outbox.ts'
import type { Runtime } from './runtime.ts'
import type { Base, WorkState } from './work-state.ts'

/** Ends a piece of work: gives its connection back, and after success sends what was announced outside a command. */
export async function closeWork(state: WorkState, isDone: boolean): Promise<void> {
  const { unit, outbox, lines } = state.used
  state.end()
  if (unit) await unit.close()
  if (isDryRun(state)) return
  if (isDone && lines) await Promise.all(lines)
  if (isDone && outbox && !outbox.isEmpty) await flushOutbox(state, outbox)
  const room = state.runtime.journals.room()
  if (room) await room
}

/** Nothing of a dry run leaves, whoever announced, queued or noted it. */
export const isDryRun = ({ origin }: Base) => origin.writes?.kind === 'dry-run'

/** What was emitted, queued or invalidated without a command has a transaction of its own. */
async function flushOutbox(base: Base, outbox: Outbox): Promise<void> {
  const { runtime, session } = base
  const { database, invalidations } = runtime
  const unit = new Unit({ database, scope: session.scope, isWriter: true })
  try {
    await queueOutbox(runtime, base, { unit, outbox })
    await unit.commit(outbox.tags.size > 0 ? [writeInvalidation(invalidations.hostId, outbox.tags)] : [])
  } catch (error) {
    await unit.rollback().catch(() => {})
    invalidate(base, outbox)
    throw error
  }
  settle(base, outbox)
}

/** Here at once; also when nobody knows whether the commit arrived. */
export function invalidate({ runtime }: Base, { tags }: Outbox): void {
  if (tags.size === 0) return
  runtime.caches.invalidate(tags)
  runtime.invalidations.call()
}

/** Tells this process, the queue and subscribers what has been committed. */
export function settle(base: Base, outbox: Outbox): void {
  const { runtime, session, origin } = base
  invalidate(base, outbox)
  runtime.queue.wake(jobIdsOf(runtime, outbox))
  if (outbox.emissions.length > 0) runtime.deliver({ session, origin, emissions: outbox.emissions })
}

/** Writes down what journals were told. */
export function keepLines({ journals }: Runtime, { lines }: Outbox): void {
  for (const { journal, line } of lines) void journals.append(journal, line)
}

/** Drops what was summed up from rows that have changed, the entry's own in the log included. */
export function dropSums({ runtime, session }: Base, written: readonly string[]): void {
  const tables = [ACTION_LOG, ...written].filter((table) => runtime.watched.has(table))
  if (tables.length === 0) return
  const tags = tables.map((table) => rowsTag(session.scope.tenantId, table))
  runtime.caches.invalidate(tags)
  runtime.invalidations.publish(tags)
}

const ACTION_LOG = 'plinth.action_log'
