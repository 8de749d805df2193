import { isDeepStrictEqual } from 'node:util'
import { hasAccess } from '../acl/grants.ts'
import { type Caller, open } from '../define/access.ts'
import type { Route } from '../define/route.ts'
import { unauthenticated } from '../errors.ts'
import { andThen, type MaybePromise } from './and-then.ts'
import { authenticate, type AuthenticateDeps } from './authenticate.ts'
import { toRouteError } from './parse-request.ts'
import type { RequestInfo } from './request-info.ts'
import { enterScope } from './target-scope.ts'

/** A request whose caller is known; null without one, which only public routes allow. */
interface IdentifiedRequest {
  readonly request: RequestInfo
  readonly caller: Caller | null
}

/** A request that its caller may make. */
export interface AuthorizedRequest extends IdentifiedRequest {
  /** As sent, not yet validated, and without a tenant that selects nothing. */
  readonly body: unknown
}

/**
 * The caller in the tenant and organization that the query and the body select, and the request as it is understood there. Throws
 * if the caller may not select them, or lacks the access there that the route requires. There is nothing to wait for unless
 * another scope is selected.
 */
export function authorize(
  deps: AuthenticateDeps,
  route: Route,
  sent: AuthorizedRequest,
): MaybePromise<AuthorizedRequest> {
  const { request, caller, body } = sent
  if (route.spec.access === open) return sent
  if (caller === null) throw unauthenticated()
  const identify = (there: RequestInfo) => authenticate(deps, there)
  const naming = { caller, request, body, now: deps.runtime.now(), identify }
  return andThen(enterScope(route.spec, naming), ({ refusal, ...entered }) => {
    if (refusal) throw toRouteError(route, request, refusal)
    return entered
  })
}

/**
 * The caller of a request that lasts, with the rights of this moment: row and field policies may have changed since. Null if the same
 * request would not be allowed any more, in the same scope.
 */
export async function callerNow(
  deps: AuthenticateDeps,
  { spec: { access } }: Route,
  { request, caller }: { readonly request: RequestInfo; readonly caller: Caller },
): Promise<Caller | null> {
  if (access === open) return caller
  const { caller: again } = await authenticate(deps, request)
  if (again === null || !hasAccess(again.actor, access)) return null
  // Known callers come from the cache, as the same object.
  const isSame = again.actor.id === caller.actor.id && isDeepStrictEqual(again.scope, caller.scope)
  return again === caller || isSame ? again : null
}
