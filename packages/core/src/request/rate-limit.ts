import type { Route } from '../define/route.ts'
import type { RateLimiter } from '../http/rate-limiter.ts'
import type { RequestInfo } from './request-info.ts'

interface LimitedRequest {
  readonly request: RequestInfo
  readonly body: unknown
}

/** Counts a request against the limits of its route; throws 429 with the seconds to wait. */
export async function limitRate(
  { limiter }: { readonly limiter: RateLimiter },
  { spec: { rateLimits = [] } }: Route,
  { request, body }: LimitedRequest,
): Promise<void> {
  for (const limit of rateLimits) {
    const key = limit.key(request, body)
    if (key !== null) await limiter.consume(limit, key, { request })
  }
}

/** Resets the limit of that name for the key of this request. */
export async function resetRateLimit(
  { limiter }: { readonly limiter: RateLimiter },
  { spec: { rateLimits = [] } }: Route,
  { request, body, name }: LimitedRequest & { readonly name: string },
): Promise<void> {
  for (const limit of rateLimits) {
    const key = limit.name === name ? limit.key(request, body) : null
    if (key !== null) await limiter.reset(limit, key)
  }
}
