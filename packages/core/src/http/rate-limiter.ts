import { createHmac, randomBytes } from 'node:crypto'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { DatabaseClock } from '../data/connection/database-clock.ts'
import type { Database } from '../data/connection/database.ts'
import { querySystem } from '../data/connection/system-queries.ts'
import type { Query } from '../data/connection/transaction.ts'
import type { Attempts } from '../define/authenticator.ts'
import type { RequestFacts } from '../define/context.ts'
import type { RateLimit } from '../define/rate-limit.ts'
import { PlatformError } from '../errors.ts'

/** Overrides of the numbers, by the limit's name. */
export type RateLimitOverrides = Readonly<Record<string, Partial<Pick<RateLimit, 'points' | 'window' | 'block'>>>>

export interface RateLimiterOptions {
  readonly enabled: boolean
  /** Whether a request with these headers is counted. Default: all requests. */
  readonly appliesTo?: ((headers: Headers) => boolean) | undefined
  /** Set if several hosts share their counts. */
  readonly database?: Database
  /** Tells by which clock the shared counts expire. */
  readonly clock?: Pick<DatabaseClock, 'skew'>
  readonly overrides?: RateLimitOverrides
}

type CountedRequest = Pick<RequestFacts, 'headers'>

interface CountedCall {
  readonly request?: CountedRequest
  /** How many calls it counts as. Default: 1. */
  readonly points?: number | undefined
}

/** Counts calls. If its store fails, the call is refused: limits protect credentials (decision 17). */
export class RateLimiter {
  readonly #options: RateLimiterOptions
  readonly #limiters = new Map<string, RateLimiterAbstract>()

  constructor(options: RateLimiterOptions) {
    this.#options = options
  }

  /** Counts a call, for a request if there is one; throws 429 with the seconds to wait. */
  async consume(limit: RateLimit, key: string, { request, points }: CountedCall = {}): Promise<void> {
    if (!this.#counts(request)) return
    try {
      await this.#limiterOf(limit).consume(this.#kept(key), points)
    } catch (refusal) {
      throw this.#toError(limit, refusal)
    }
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
    if (this.#options.enabled) await this.#limiterOf(limit).delete(this.#kept(key))
  }

  #counts(request: CountedRequest | undefined): boolean {
    const { enabled, appliesTo } = this.#options
    return enabled && (!appliesTo || (request !== undefined && appliesTo(request.headers)))
  }

  async #assertLeft(limit: RateLimit, key: string, request: CountedRequest): Promise<void> {
    if (!this.#counts(request)) return
    const { points } = this.#numbers(limit)
    const state = await this.#limiterOf(limit)
      .get(this.#kept(key))
      .catch((error: unknown) => {
        throw this.#toError(limit, error)
      })
    if (state && state.consumedPoints > points) throw this.#toError(limit, state)
  }

  /** The key to count under. In memory, it is a shared slot, so that callers cannot fill the memory however many there are. */
  #kept(key: string): string {
    return this.#options.database ? key : slotOf(key)
  }

  #toError(limit: RateLimit, refusal: unknown): PlatformError {
    if (!(refusal instanceof RateLimiterRes))
      return new PlatformError('unavailable', 'Please try again later', {
        cause: refusal,
        headers: { 'retry-after': '5' },
      })
    const seconds = String(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)))
    return new PlatformError('too_many', 'Too many requests. Please try again later.', {
      headers: {
        'retry-after': seconds,
        'x-ratelimit-limit': String(this.#numbers(limit).points),
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': seconds,
      },
    })
  }

  #numbers(limit: RateLimit) {
    return { ...limit, ...this.#options.overrides?.[limit.name] }
  }

  #limiterOf(limit: RateLimit): RateLimiterAbstract {
    const known = this.#limiters.get(limit.name)
    if (known) return known
    const { name, points, window, block } = this.#numbers(limit)
    const numbers = { keyPrefix: name, points, duration: window, blockDuration: block }
    const { database, clock } = this.#options
    const limiter = database
      ? new RateLimiterPostgres({
          ...numbers,
          storeClient: toStoreClient(database, clock),
          storeType: 'pool',
          schemaName: 'plinth',
          tableName: 'rate_limits',
          tableCreated: true,
        })
      : new RateLimiterMemory(numbers)
    this.#limiters.set(limit.name, limiter)
    return limiter
  }
}

/** Slots per limit in the memory of a host; callers in the same slot are counted together. */
const SLOTS = 65_536

/** Keyed, so that the slot of a caller cannot be computed from outside. */
const SALT = randomBytes(32)

const slotOf = (key: string) => String(createHmac('sha256', SALT).update(key).digest().readUInt32LE() % SLOTS)

/**
 * The limiter library names its own statements, whatever the host has set for prepared statements. This replaces them by Plinth's
 * names. It also reads the clock of the host; the counts that hosts share expire by that of the database.
 */
function toStoreClient(database: Database, clock: Pick<DatabaseClock, 'skew'> = { skew: 0 }) {
  const isTime = (value: unknown): value is number => typeof value === 'number' && value > EARLIEST
  return {
    async query({ text, values = [] }: Query) {
      const skew = Math.round(clock.skew)
      const shifted = values.map((value) => (isTime(value) ? value - skew : value))
      const result = await querySystem<StoredCount>(database, database.statements.prepare({ text, values: shifted }))
      for (const row of result.rows) if (row.expire !== null) row.expire = Number(row.expire) + skew
      return result
    },
  }
}

interface StoredCount {
  /** Milliseconds since 1970. */
  expire: string | number | null
}

/** Numbers above this are times in milliseconds: it was 2001. Counts stay far below. */
const EARLIEST = 1e12
