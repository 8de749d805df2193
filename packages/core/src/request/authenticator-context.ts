import { RequestContext } from '../context/context.ts'
import type { Runtime } from '../context/runtime.ts'
import type { UnitOfWork } from '../context/unit-of-work.ts'
import type { Attempts, AuthenticatorContext } from '../define/authenticator.ts'
import type { Cache } from '../define/cache.ts'
import type { RequestFacts } from '../define/context.ts'
import type { RateLimiter } from '../http/rate-limiter.ts'

/** What authenticators can use besides the request. */
export interface AuthenticatorDeps {
  readonly runtime: Runtime
  readonly limiter: RateLimiter
}

/** The context passed to authenticators. */
export class AuthenticatorRequestContext extends RequestContext implements AuthenticatorContext {
  readonly request: RequestFacts
  readonly #deps: AuthenticatorDeps

  constructor(state: UnitOfWork, request: RequestFacts, deps: AuthenticatorDeps) {
    super(state)
    this.request = request
    this.#deps = deps
  }

  get attempts(): Attempts {
    return this.#deps.limiter.attemptsOf(this.request)
  }

  peek<T>(cache: Cache<T>, key: string): T | undefined {
    return this.#deps.runtime.caches.peek(cache, key)
  }
}
