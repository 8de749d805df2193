import { anonymous } from '../acl/actors.ts'
import type { Session } from '../define/actor.ts'
import type { AuthenticatorContext } from '../define/authenticator.ts'
import type { Module } from '../define/module.ts'
import type { RequestFacts } from '../define/request.ts'
import type { RateLimiter } from '../http/rate-limiter.ts'
import type { Runtime } from './runtime.ts'
import { beginWork } from './work.ts'

/**
 * Asks the modules' authenticators in order; the first session counts. A credential that was ours and no longer counts
 * leaves room for another one, an API key beside a stale cookie.
 */
export function createIdentify(
  runtime: Runtime,
  { modules, limiter }: { readonly modules: readonly Module[]; readonly limiter: RateLimiter },
) {
  const authenticators = modules.flatMap((module) => module.authenticators ?? [])
  return async (request: RequestFacts): Promise<Session | 'invalid' | null> => {
    // One unit of work for all of them, closed afterwards: services asked for here may open its transaction.
    const { ctx, close } = beginWork(runtime, anonymous, { requestId: request.requestId })
    const asking: AuthenticatorContext = Object.assign(ctx, { request, attempts: limiter.attemptsOf(request) })
    let answer: 'invalid' | null = null
    try {
      for (const { authenticate } of authenticators) {
        const found = await authenticate(asking)
        if (found === 'invalid') answer = found
        else if (found !== null) return found
      }
      return answer
    } finally {
      await close()
    }
  }
}
