import { type Caller, signedIn, standingAccess } from '../define/access.ts'
import type { Route } from '../define/route.ts'
import { readOnlyView } from '../errors.ts'

/**
 * The caller that a route is served for if somebody views the platform as another person: that person, or the viewer where the route
 * is about their own session. Throws 403 for what changes something, and for what is about the person alone.
 */
export function admitViewer({ method, spec }: Route, caller: Caller): Caller {
  const { viewer } = caller.actor
  if (!viewer) return caller
  if (spec.http?.asViewer) return viewer
  const isShown = spec.inView ?? (method === 'GET' && standingAccess(spec.access) !== signedIn)
  if (!isShown) throw readOnlyView()
  return caller
}
