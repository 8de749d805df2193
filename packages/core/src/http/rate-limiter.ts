import { createHmac, randomBytes } from 'node:crypto'
import { isIP, isIPv6 } from 'node:net'
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { type Database, querySystem } from '../data/statements.ts'
import type { Query } from '../data/transaction.ts'
import type { Attempts, RateLimit } from '../define/authenticator.ts'
import type { RequestFacts } from '../define/context.ts'
import { PlatformError } from '../errors.ts'

/** Numbers a host may change, by the limit's name. */
export type RateLimitOverrides = Readonly<Record<string, Partial<Pick<RateLimit, 'points' | 'window' | 'block'>>>>

export interface RateLimiterOptions {
  readonly enabled: boolean
  /** Whether a request with these headers is counted. Default: every one. */
  readonly appliesTo?: ((headers: Headers) => boolean) | undefined
  /** Set when several hosts must count together. */
  readonly database?: Database
  readonly overrides?: RateLimitOverrides
}

type CountedRequest = Pick<RequestFacts, 'headers'>

interface CountedCall {
  readonly request?: CountedRequest
  /** How many calls it counts as. Default: 1. */
  readonly points?: number | undefined
}

/** Counts calls. When its store fails, the call is refused: limits guard credentials (decision 17). */
export class RateLimiter {
  readonly #options: RateLimiterOptions
  readonly #limiters = new Map<string, RateLimiterAbstract>()

  constructor(options: RateLimiterOptions) {
    this.#options = options
  }

  /** Counts one call, of a request where there is one, or throws 429 with the seconds to wait. */
  async consume(limit: RateLimit, key: string, { request, points }: CountedCall = {}): Promise<void> {
    if (!this.#counts(request)) return
    try {
      await this.#limiterOf(limit).consume(this.#kept(key), points)
    } catch (refusal) {
      throw this.#toError(limit, refusal)
    }
  }

  /** What authenticators count failed attempts of a request with. */
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

  /** Forgets a key. */
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

  /** What is counted under: in memory a slot that some share, so that no number of callers fills it. */
  #kept(key: string): string {
    return this.#options.database ? key : slotOf(key)
  }

  #toError(limit: RateLimit, refusal: unknown): PlatformError {
    if (!(refusal instanceof RateLimiterRes))
      return new PlatformError('unavailable', 'Please try again later', { cause: refusal })
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
    const { database } = this.#options
    const limiter = database
      ? new RateLimiterPostgres({
          ...numbers,
          storeClient: toStoreClient(database),
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

/** Slots that one limit has in the memory of a host: callers in the same one count together. */
const SLOTS = 65_536
/** Which caller has which slot cannot be computed from outside. */
const SALT = randomBytes(32)

const slotOf = (key: string) => String(createHmac('sha256', SALT).update(key).digest().readUInt32LE() % SLOTS)

/** The limiter names its statements by itself, whatever the host said about prepared ones: here they get our names. */
function toStoreClient(database: Database) {
  return { query: (query: Query) => querySystem(database, database.statements.prepare(query)) }
}

/**
 * The client's address: the socket's own unless `trustedProxies` says how many proxies to believe, then that entry of
 * X-Forwarded-For counted from the right (decision 30). An entry that is no address counts as none.
 */
export function clientAddress(headers: Headers, socketAddress: string | undefined, trustedProxies: number): string {
  const socket = socketAddress || 'unknown'
  if (trustedProxies <= 0) return socket
  const forwarded =
    headers
      .get('x-forwarded-for')
      ?.split(',')
      .map((entry) => entry.trim())
      .filter(Boolean) ?? []
  const entry = forwarded.at(-trustedProxies) ?? forwarded[0] ?? ''
  return addressIn(entry) ?? socket
}

/** Some proxies add the port, which is another one for each connection: `203.0.113.7:51422`, `[2001:db8::1]:443`. */
function addressIn(entry: string): string | undefined {
  const address = /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry
  return isIP(address) ? address : undefined
}

/**
 * The network that an address is counted under: of IPv6 the first 64 bits, for that much every customer is given; other
 * addresses whole.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [first = [], last = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const groups = [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
