import { anonymous } from '../acl/grants.ts'
import type { Session } from '../define/actor.ts'
import type { Attempts, Authenticator, AuthenticatorContext } from '../define/authenticator.ts'
import type { Cache } from '../define/cache.ts'
import type { RequestFacts } from '../define/context.ts'
import type { RateLimiter } from '../http/rate-limiter.ts'
import { RequestContext, RequestState } from './context.ts'
import type { Runtime } from './runtime.ts'

/** Who is asking; `invalid` for a credential of ours that no longer counts, null for nobody. */
export type Caller = Session | 'invalid' | null

export interface CallersOptions {
  readonly runtime: Runtime
  /** In the order in which they are asked. */
  readonly authenticators: readonly Authenticator[]
  readonly limiter: RateLimiter
}

/** Says who sends requests. */
export class Callers {
  readonly #options: CallersOptions

  constructor(options: CallersOptions) {
    this.#options = options
  }

  /**
   * Asks the modules' authenticators in order; the first session counts. A credential that was ours and no longer counts
   * leaves room for another one, an API key beside a stale cookie. Whoever is known from memory is answered at once.
   */
  identify(request: RequestFacts): Promise<Caller> | Caller {
    const { runtime } = this.#options
    const state = new RequestState({ runtime, session: anonymous, origin: { requestId: request.requestId } })
    const ctx = new AskingContext(state, request, this.#options)
    return this.#ask(ctx, state, { next: 0, answer: null })
  }

  #ask(
    ctx: AuthenticatorContext,
    state: RequestState,
    { next, answer }: { next: number; answer: 'invalid' | null },
  ): Promise<Caller> | Caller {
    const { authenticators } = this.#options
    for (let at = next; at < authenticators.length; at++) {
      const found = authenticators[at]!.authenticate(ctx)
      if (found instanceof Promise) return this.#await(found, { ctx, state, at, answer })
      if (found === 'invalid') answer = found
      else if (found !== null) return end(state, found)
    }
    return end(state, answer)
  }

  /** One piece of work for all of them, which is ended afterwards: services asked for here may open its transaction. */
  async #await(
    asked: Promise<Caller>,
    {
      ctx,
      state,
      at,
      answer,
    }: { ctx: AuthenticatorContext; state: RequestState; at: number; answer: 'invalid' | null },
  ): Promise<Caller> {
    let found: Caller
    try {
      found = await asked
    } catch (error) {
      await state.close(true)
      throw error
    }
    if (found !== null && found !== 'invalid') return end(state, found)
    return this.#ask(ctx, state, { next: at + 1, answer: found ?? answer })
  }
}

function end(state: RequestState, found: Caller): Promise<Caller> | Caller {
  const closed = state.close(true)
  return closed ? closed.then(() => found) : found
}

/** What an authenticator receives. */
class AskingContext extends RequestContext implements AuthenticatorContext {
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

  known<T>(cache: Cache<T>, key: string): T | undefined {
    return this.#options.runtime.caches.peek(cache, key)
  }
}
