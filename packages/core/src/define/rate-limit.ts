import type { RequestFacts } from './request.ts'

/** So many calls in so many seconds for one key. */
export interface RateLimit {
  /** Also the name under which a host may change the numbers. */
  readonly name: string
  readonly points: number
  /** Seconds. */
  readonly window: number
  /** Seconds a key stays refused after the first refusal; 0 means until the window ends. */
  readonly block: number
  /** Whom to count. The body is as it arrived, not validated; null skips the limit. */
  readonly key: (request: RequestFacts, body: unknown) => string | null
}

/** Declares a rate limit. */
export function defineRateLimit(limit: RateLimit): RateLimit {
  return Object.freeze(limit)
}
