import type { RequestFacts } from './context.ts'

/** The maximum number of calls per key within a number of seconds. */
export interface RateLimit {
  /** Identifies the limit; host applications can override its numbers under this name. */
  readonly name: string
  readonly points: number
  /** Length of the window in seconds. */
  readonly window: number
  /** Seconds for which a key stays blocked after the first refusal; 0 blocks until the window ends. */
  readonly block: number
  /** The key to count. The body is raw, not validated; null skips the limit. */
  readonly key: (request: RequestFacts, body: unknown) => string | null
}

/** Declares a rate limit, which routes list in `rateLimits` and hosts may override by its name. */
export function defineRateLimit(limit: RateLimit): RateLimit {
  return Object.freeze(limit)
}
