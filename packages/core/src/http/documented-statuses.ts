import { open } from '../define/feature.ts'
import type { Route } from '../define/route.ts'
import { canFail } from './fallible.ts'

/**
 * The statuses that a route documents, ascending: its success, its `errors`, and what its declaration implies. A route
 * with `onInvalid` names the status of invalid input itself.
 */
export function documentedStatuses({ method, spec }: Route): readonly number[] {
  const { access, status = 200, errors = [], params, query, body, onInvalid, rateLimits } = spec
  const statuses = new Set([status, ...errors])
  if (!onInvalid && (canFail(params, true) || canFail(query) || body)) statuses.add(400)
  if (access !== open) statuses.add(401).add(403)
  // What other sites send is refused wherever something is written (decision 42).
  if (method !== 'GET') statuses.add(403)
  if (body || method === 'DELETE') statuses.add(413)
  if (rateLimits && rateLimits.length > 0) statuses.add(429)
  return [...statuses].toSorted((a, b) => a - b)
}
