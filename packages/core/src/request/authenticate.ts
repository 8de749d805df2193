import { anonymous } from '../acl/callers.ts'
import type { Caller } from '../define/access.ts'
import type {
  Attempts,
  AuthenticationResult,
  Authenticator,
  AuthenticatorContext,
  CredentialCarrier,
} from '../define/authenticator.ts'
import type { Cache } from '../define/cache.ts'
import type { RequestFacts } from '../define/context.ts'
import type { RateLimiter } from '../http/rate-limiter.ts'
import { RequestContext } from '../context/context.ts'
import type { Runtime } from '../context/runtime.ts'
import { RequestState } from '../context/unit-of-work.ts'

interface CallersOptions {
  readonly runtime: Runtime
  /** In the order in which they run. */
  readonly authenticators: readonly Authenticator[]
  readonly limiter: RateLimiter
}

/** The result of authenticating a request. */
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

/** An authentication without a caller, or with one who sent the credential in a header. */
export const byHeader = (caller: Caller | null): Identification =>
  caller === null ? NOBODY : { ...NOBODY, caller, carrier: 'header' }

/** Progress of authenticating one request. */
interface AuthenticationProgress {
  readonly ctx: AuthenticatorContext
  readonly state: RequestState
  /** The first authenticator that has not run. */
  next: number
  /** The results so far. */
  found: Identification
}

/** Authenticates the callers of requests. */
export class Callers {
  readonly #options: CallersOptions

  constructor(options: CallersOptions) {
    this.#options = options
  }

  /**
   * Runs the modules' authenticators in order; the first caller found is used. After an invalid credential in a header, only
   * other headers can authenticate the request, not cookies: a caller already found by cookie is discarded (decision 90). After
   * an invalid cookie, any other credential can. A cached caller is returned without a promise.
   */
  identify(request: RequestFacts): Promise<Identification> | Identification {
    const { runtime } = this.#options
    const state = new RequestState({
      runtime,
      caller: anonymous,
      origin: { requestId: request.requestId, line: 'logins' },
    })
    const ctx = new AuthenticatorRequestContext(state, request, this.#options)
    return this.#ask({ ctx, state, next: 0, found: NOBODY })
  }

  #ask(progress: AuthenticationProgress): Promise<Identification> | Identification {
    const { authenticators } = this.#options
    const { ctx, state } = progress
    while (progress.next < authenticators.length && progress.found.carrier !== 'header') {
      const asked = authenticators[progress.next++]!
      if (asked.carrier === 'cookie' && !mayUseCookie(progress)) continue
      let answer: ReturnType<Authenticator['authenticate']>
      try {
        answer = asked.authenticate(ctx)
      } catch (error) {
        return fail(state, error)
      }
      if (answer instanceof Promise) return this.#waitFor(answer, asked, progress)
      progress.found = withAnswer(progress.found, asked.carrier, answer)
    }
    return end(state, progress.found)
  }

  /** Continues after an authenticator that is asynchronous. They share one unit of work, which is closed at the end. */
  async #waitFor(
    asked: Promise<AuthenticationResult>,
    { carrier }: Authenticator,
    progress: AuthenticationProgress,
  ): Promise<Identification> {
    try {
      progress.found = withAnswer(progress.found, carrier, await asked)
    } catch (error) {
      return fail(progress.state, error)
    }
    return this.#ask(progress)
  }
}

/** A single valid cookie is enough, unless a header carries an invalid credential. */
const mayUseCookie = ({ ctx, found }: AuthenticationProgress) =>
  ctx.request.takesCookies && found.caller === null && !found.isRefused

function withAnswer(found: Identification, carrier: CredentialCarrier, answer: AuthenticationResult): Identification {
  if (answer === null) return found
  if (answer !== 'ended' && answer !== 'unknown')
    return found.caller ? found : { ...found, caller: answer, carrier, isRefused: false }
  const hasEnded = found.hasEnded || answer === 'ended'
  return carrier === 'header' ? { ...NOBODY, isRefused: true, hasEnded } : { ...found, hasEnded }
}

function end(state: RequestState, found: Identification): Promise<Identification> | Identification {
  const closed = state.close(true)
  return closed ? closed.then(() => found) : found
}

/** Events emitted before the failure are not sent, and errors while closing do not hide it. */
async function fail(state: RequestState, error: unknown): Promise<never> {
  await Promise.allSettled([state.close(false)])
  throw error
}

/** The context passed to authenticators. */
class AuthenticatorRequestContext extends RequestContext implements AuthenticatorContext {
  readonly request: RequestFacts
  readonly #options: CallersOptions

  constructor(state: RequestState, request: RequestFacts, options: CallersOptions) {
    super(state)
    this.request = request
    this.#options = options
  }

  get attempts(): Attempts {
    return this.#options.limiter.attemptsOf(this.request)
  }

  peek<T>(cache: Cache<T>, key: string): T | undefined {
    return this.#options.runtime.caches.peek(cache, key)
  }
}
