import { type Caller, open } from '../define/access.ts'
import type { Route } from '../define/route.ts'
import { unauthenticated } from '../errors.ts'
import type { Identification } from './authenticate.ts'
import { assertOwnOrigin, type OriginCheck } from './own-origin.ts'
import type { RequestInfo } from './request-info.ts'

/**
 * The caller that a route is served for; null without one, which only public routes allow. Throws 401, or 403 for a write that
 * another site triggered.
 */
export function admit(
  { isOwnOrigin }: { readonly isOwnOrigin: OriginCheck },
  { spec }: Route,
  { request, found }: { readonly request: RequestInfo; readonly found: Identification },
): Caller | null {
  const isPublic = spec.access === open
  if (!isPublic && found.isRefused) throw refuse(request, found)
  assertOwnOrigin(request, found, isOwnOrigin)
  if (!isPublic && found.caller === null) throw refuse(request, found)
  return found.caller
}

function refuse(request: RequestInfo, { hasEnded }: Identification): Error {
  if (hasEnded) request.clearLogin()
  return unauthenticated()
}
