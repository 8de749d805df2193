import { anonymous, toCaller } from '../acl/callers.ts'
import type { Caller } from '../define/access.ts'
import type {
  AuthenticationResult,
  Authenticator,
  AuthenticatorContext,
  CredentialCarrier,
} from '../define/authenticator.ts'
import type { RequestFacts } from '../define/context.ts'
import { endWith, endWork } from '../context/end-work.ts'
import { UnitOfWork } from '../context/unit-of-work.ts'
import { andThen, type MaybePromise } from './and-then.ts'
import { type AuthenticatorDeps, AuthenticatorRequestContext } from './authenticator-context.ts'
import type { RequestInfo } from './request-info.ts'

/** What identifying callers needs. */
export interface AuthenticateDeps extends AuthenticatorDeps {
  /** In the order in which they run. */
  readonly authenticators: readonly Authenticator[]
}

/** The result of identifying the caller of a request. */
export interface Identification {
  readonly caller: Caller | null
  /** How the credential that identified the caller was sent; null without a caller. */
  readonly carrier: CredentialCarrier | null
  /** Whether headers carry a credential but none that is valid: cookies are not used instead. */
  readonly isRefused: boolean
  /** Whether a 401 should clear the login cookies: they were issued here and are no longer valid. */
  readonly hasEnded: boolean
}

const NOBODY: Identification = Object.freeze({ caller: null, carrier: null, isRefused: false, hasEnded: false })

/**
 * Identifies the caller by the credential of an internal request, otherwise by the headers. A cached caller is found without a
 * promise.
 */
export function authenticate(deps: AuthenticateDeps, request: RequestInfo): MaybePromise<Identification> {
  const { internal, selection } = request
  if (!internal?.identify) return identifyByHeaders(deps, request)
  return andThen(internal.identify(selection), (caller) =>
    caller === null ? NOBODY : { ...NOBODY, caller, carrier: 'header' },
  )
}

/** Runs the modules' authenticators in one unit of work. */
export function identifyByHeaders(deps: AuthenticateDeps, request: RequestFacts): MaybePromise<Identification> {
  const origin = { requestId: request.requestId, line: 'logins' } as const
  const state = new UnitOfWork({ runtime: deps.runtime, caller: anonymous, origin })
  const ctx = new AuthenticatorRequestContext(state, request, deps)
  let found: MaybePromise<Identification>
  try {
    found = ask(ctx, deps.authenticators, NOBODY)
  } catch (error) {
    found = Promise.reject(error)
  }
  return found instanceof Promise ? endWith(state, () => found) : andThen(endWork(state, true), () => found)
}

/**
 * Asks the authenticators in order; the first caller found is used. After an invalid credential in a header, only other headers
 * can authenticate the request, not cookies: a caller already found by cookie is discarded (decision: Invalid credentials). After
 * an invalid cookie, any other credential can.
 */
function ask(
  ctx: AuthenticatorContext,
  [next, ...others]: readonly Authenticator[],
  found: Identification,
): MaybePromise<Identification> {
  if (!next || found.carrier === 'header') return found
  if (next.carrier === 'cookie' && !mayUseCookie(ctx.request, found)) return ask(ctx, others, found)
  return andThen(next.authenticate(ctx), (answer) => ask(ctx, others, withAnswer(found, next.carrier, answer)))
}

/** A single valid cookie is enough, unless a header carries an invalid credential. */
const mayUseCookie = ({ takesCookies }: RequestFacts, { caller, isRefused }: Identification) =>
  takesCookies && caller === null && !isRefused

function withAnswer(found: Identification, carrier: CredentialCarrier, answer: AuthenticationResult): Identification {
  if (answer === null) return found
  if (answer !== 'ended' && answer !== 'unknown')
    return found.caller ? found : { ...found, caller: toCaller(answer), carrier, isRefused: false }
  const hasEnded = found.hasEnded || answer === 'ended'
  return carrier === 'header' ? { ...NOBODY, isRefused: true, hasEnded } : { ...found, hasEnded }
}
