import { PlatformError } from '../errors.ts'

/** A limit as clients see it. */
export interface ShownPolicy {
  readonly name: string
  readonly points: number
  /** In seconds. */
  readonly window: number
}

/** `RateLimit-Policy` and `RateLimit` of draft-ietf-httpapi-ratelimit-headers, version 10. */
export interface RateLimitFields {
  readonly policy: string
  readonly state: string
}

/** A member of `RateLimit-Policy`: the limit. */
export const toPolicy = ({ name, points, window }: ShownPolicy): string => `"${name}";q=${points};w=${window}`

/** A member of `RateLimit`: what is left of it, and the seconds until all of it is available again. */
export const toState = (
  { name }: Pick<ShownPolicy, 'name'>,
  { remaining, seconds }: { readonly remaining: number; readonly seconds: number },
): string => `"${name}";r=${remaining};t=${seconds}`

/** The error of a refused call. It also has the published `X-RateLimit` headers, about the limit that refused it. */
export function tooMany(
  { policy, state }: RateLimitFields,
  { points, seconds }: { readonly points: number; readonly seconds: number },
): PlatformError {
  return new PlatformError('too_many', 'Too many requests. Please try again later.', {
    headers: {
      'retry-after': String(seconds),
      'ratelimit-policy': policy,
      ratelimit: state,
      'x-ratelimit-limit': String(points),
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(seconds),
    },
  })
}
