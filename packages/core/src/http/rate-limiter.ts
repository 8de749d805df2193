import type { Database } from '../data/connection/database.ts'
import type { Attempts } from '../define/authenticator.ts'
import type { RequestFacts } from '../define/context.ts'
import type { RateLimit } from '../define/rate-limit.ts'
import { PlatformError } from '../errors.ts'
import { OwnCounts, type RateCount, type RateCounts, SharedCounts } from './rate-counts.ts'
import { toPolicy, toState, tooMany } from './rate-limit-headers.ts'

/** Overrides of the numbers, by the limit's name. */
export type RateLimitOverrides = Readonly<Record<string, Partial<Pick<RateLimit, 'points' | 'window' | 'block'>>>>

export interface RateLimiterOptions {
  readonly enabled: boolean
  /** Whether a request with these headers is counted. Default: all requests. */
  readonly appliesTo?: ((headers: Headers) => boolean) | undefined
  /** Set if several hosts share their counts. */
  readonly database?: Database
  readonly overrides?: RateLimitOverrides
}

type CountedRequest = Pick<RequestFacts, 'headers'>

interface CountedCall {
  readonly request?: CountedRequest
  /** How many calls it counts as, an integer. Default: 1. */
  readonly points?: number | undefined
}

/** Counts calls. If its store fails, the call is refused: limits protect credentials (decision: Client address). */
export class RateLimiter {
  readonly #options: RateLimiterOptions
  readonly #shared: RateCounts | undefined
  readonly #own = new Map<string, RateCounts>()

  constructor(options: RateLimiterOptions) {
    this.#options = options
    this.#shared = options.database && new SharedCounts(options.database)
  }

  /** Counts a call, for a request if there is one; throws 429 with the seconds to wait. */
  async consume(limit: RateLimit, key: string, { request, points = 1 }: CountedCall = {}): Promise<void> {
    if (!this.#counts(request)) return
    const numbers = this.#numbers(limit)
    const kept = toKey(limit, key)
    const counts = await orUnavailable(
      this.#countsOf(limit).add([{ key: kept, points, window: numbers.window }], numbers),
    )
    this.#assertWithin(limit, counts.get(kept))
  }

  /** Counts the failed authentication attempts of a request. */
  attemptsOf(request: RequestFacts): Attempts {
    return {
      assertLeft: async (limit) => {
        const key = limit.key(request, undefined)
        if (key !== null) await this.#assertLeft(limit, key, request)
      },
      count: async (limit) => {
        const key = limit.key(request, undefined)
        if (key !== null) await this.consume(limit, key, { request })
      },
    }
  }

  /** Resets a key. */
  async reset(limit: RateLimit, key: string): Promise<void> {
    if (this.#options.enabled) await this.#countsOf(limit).delete(toKey(limit, key))
  }

  #counts(request: CountedRequest | undefined): boolean {
    const { enabled, appliesTo } = this.#options
    return enabled && (!appliesTo || (request !== undefined && appliesTo(request.headers)))
  }

  async #assertLeft(limit: RateLimit, key: string, request: CountedRequest): Promise<void> {
    if (!this.#counts(request)) return
    this.#assertWithin(limit, await orUnavailable(this.#countsOf(limit).get(toKey(limit, key))))
  }

  #assertWithin(limit: RateLimit, count: RateCount | undefined): void {
    const { name, points, window } = this.#numbers(limit)
    if (!count || count.points <= points) return
    const seconds = Math.max(1, Math.ceil(count.left / 1000))
    const policy = { name, points, window }
    throw tooMany({ policy: toPolicy(policy), state: toState(policy, { remaining: 0, seconds }) }, { points, seconds })
  }

  #numbers(limit: RateLimit) {
    return { ...limit, ...this.#options.overrides?.[limit.name] }
  }

  /** In memory, each limit has slots of its own. */
  #countsOf({ name }: RateLimit): RateCounts {
    if (this.#shared) return this.#shared
    const own = this.#own.get(name) ?? new OwnCounts()
    this.#own.set(name, own)
    return own
  }
}

const toKey = ({ name }: RateLimit, key: string) => `${name}:${key}`

function orUnavailable<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((cause: unknown) => {
    throw new PlatformError('unavailable', 'Please try again later', { cause, headers: { 'retry-after': '5' } })
  })
}
