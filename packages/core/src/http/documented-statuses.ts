import { z } from 'zod'
import type { Command } from '../define/command.ts'
import { open } from '../define/feature.ts'
import type { Route } from '../define/route.ts'
import { canFail } from './fallible.ts'

/** What a route writes with. */
export const commandOf = ({ command, spec }: Route): Command | undefined => command ?? spec.runs

/** Whether a client may say which version it has seen, so that the write may be refused with 409. */
export function isVersioned(route: Route): boolean {
  const command = commandOf(route)
  if (!command || command.logged === false) return false
  const mayChange = command.input instanceof z.ZodObject && 'id' in command.input.shape
  return mayChange || ['PUT', 'PATCH', 'DELETE'].includes(route.method)
}

/** What the command of a route implies: the version that a client names, the rules that customers write. */
export function impliedByCommand(route: Route): readonly number[] {
  return [...(isVersioned(route) ? [409] : []), ...(commandOf(route)?.rules ? [422] : [])]
}

/**
 * The statuses that a route documents, ascending: its success, its `errors`, and what its declaration implies. A route
 * with `onInvalid` names the status of invalid input itself.
 */
export function documentedStatuses(route: Route): readonly number[] {
  const { method, spec } = route
  const { access, status = 200, errors = [], params, query, body, onInvalid, rateLimits } = spec
  const statuses = new Set([status, ...errors, ...impliedByCommand(route)])
  if (!onInvalid && (canFail(params, true) || canFail(query) || body)) statuses.add(400)
  if (access !== open) statuses.add(401).add(403)
  // What other sites send is refused wherever something is written (decision 42).
  if (method !== 'GET') statuses.add(403)
  if (body || method === 'DELETE') statuses.add(413)
  if (rateLimits && rateLimits.length > 0) statuses.add(429)
  return [...statuses].toSorted((a, b) => a - b)
}
