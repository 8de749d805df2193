import { rowsTag } from '../define/analytics.ts'
import type { Outbox } from '../events/outbox.ts'
import { jobIdsOf } from './queue-outbox.ts'
import type { Runtime } from './runtime.ts'
import type { Base } from './work-state.ts'

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
