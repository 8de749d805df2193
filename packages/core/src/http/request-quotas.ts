import { LRUCache } from 'lru-cache'
import type { Database } from '../data/connection/database.ts'
import { type Caller, isKey } from '../define/access.ts'
import type { Logger } from '../define/logger.ts'
import { brokenSetup } from '../errors.ts'
import { type RateCounts, SharedCounts } from './rate-counts.ts'
import { tooMany, toPolicy, toState } from './rate-limit-headers.ts'

/** A maximum number of requests in a period. */
export interface RequestQuota {
  readonly requests: number
  /** Length of the period in seconds. */
  readonly seconds: number
}

export interface RequestQuotasOptions {
  readonly tenant?: RequestQuota | undefined
  readonly apiKey?: RequestQuota | undefined
  /** Set if several hosts share their counts. */
  readonly database?: Database
  /** Whether a request with these headers is counted. Default: all requests. */
  readonly appliesTo?: ((headers: Headers) => boolean) | undefined
  readonly log: Logger
}

/** A request and the headers of its response. */
interface AnsweredRequest {
  readonly headers: Headers
  setHeader(name: string, value: string): void
}

/**
 * Limits the requests per tenant and per API key. Requests are counted in memory, without waiting for anything. Hosts that share
 * their counts exchange them every half second, so each may exceed a quota by what it serves in that time. While the database is
 * unavailable, each host counts for itself: unlike limits that protect credentials, quotas never cause an outage.
 */
export class RequestQuotas {
  readonly #tenants: Quota | undefined
  readonly #keys: Quota | undefined
  readonly #appliesTo: (headers: Headers) => boolean

  constructor({ tenant, apiKey, database, appliesTo = () => true, log }: RequestQuotasOptions) {
    this.#appliesTo = appliesTo
    const counts = database && new SharedCounts(database)
    if (tenant) this.#tenants = new Quota('tenant', tenant, { counts, log })
    if (apiKey) this.#keys = new Quota('api-key', apiKey, { counts, log })
  }

  /** Counts a request, and sets its `RateLimit` headers; throws 429 if the tenant or the key has used up its quota. */
  count({ scope: { tenantId }, actor }: Caller, request: AnsweredRequest): void {
    if (!this.#appliesTo(request.headers)) return
    const used: Used[] = []
    if (this.#tenants && tenantId !== null) used.push(this.#tenants.of(tenantId))
    if (this.#keys && isKey(actor.id)) used.push(this.#keys.of(actor.id))
    if (used.length === 0) return
    const refused = used.find(({ quota, usage }) => usage.points >= quota.points)
    if (!refused) for (const { quota, key, usage } of used) quota.use(key, usage)
    const fields = {
      policy: used.map(({ quota }) => quota.policy).join(', '),
      state: used.map(({ quota, usage }) => quota.stateOf(usage)).join(', '),
    }
    if (refused) throw tooMany(fields, { points: refused.quota.points, seconds: secondsLeft(refused.usage) })
    request.setHeader('ratelimit-policy', fields.policy)
    request.setHeader('ratelimit', fields.state)
  }

  /** Shares what has been counted; resolves when it is done. */
  async close(): Promise<void> {
    await Promise.all([this.#tenants?.close(), this.#keys?.close()])
  }
}

/** The requests of a tenant or key in its current period. */
interface Usage {
  points: number
  /** Those of them that other hosts have not been told of. */
  unshared: number
  /** By the clock of `performance.now`. */
  endsAt: number
}

interface Used {
  readonly quota: Quota
  readonly key: string
  readonly usage: Usage
}

/** The number of tenants and of keys that are counted. Those whose last request is longest ago are forgotten first. */
const MOST = 10_000

/** Milliseconds between exchanges of counts. */
const INTERVAL = 500

/** The longest period, in seconds: a day. */
const LONGEST = 86_400

class Quota {
  readonly points: number
  readonly policy: string
  readonly #name: string
  readonly #window: number
  readonly #counts: RateCounts | undefined
  readonly #log: Logger
  readonly #usages = new LRUCache<string, Usage>({ max: MOST })
  readonly #unshared = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #sharing: Promise<void> | undefined
  #isLate = false
  #isClosed = false

  constructor(
    name: string,
    { requests, seconds }: RequestQuota,
    { counts, log }: { readonly counts: RateCounts | undefined; readonly log: Logger },
  ) {
    if (!isWithin(requests, MOST_REQUESTS) || !isWithin(seconds, LONGEST))
      throw brokenSetup(
        `The quota \`${name}\` needs whole numbers: 1 to ${MOST_REQUESTS} requests in 1 to ${LONGEST} seconds`,
      )
    this.#name = name
    this.points = requests
    this.#window = seconds
    this.policy = toPolicy({ name, points: requests, window: seconds })
    this.#counts = counts
    this.#log = log
  }

  of(key: string): Used {
    const now = performance.now()
    let usage = this.#usages.get(key)
    if (!usage || usage.endsAt <= now) {
      usage = { points: 0, unshared: 0, endsAt: now + this.#window * 1000 }
      this.#usages.set(key, usage)
    }
    return { quota: this, key, usage }
  }

  use(key: string, usage: Usage): void {
    usage.points++
    if (!this.#counts) return
    usage.unshared++
    this.#unshared.add(key)
    this.#shareSoon()
  }

  stateOf(usage: Usage): string {
    const remaining = Math.max(0, this.points - usage.points)
    return toState({ name: this.#name }, { remaining, seconds: secondsLeft(usage) })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#sharing
    await this.#share()
  }

  #shareSoon(): void {
    if (this.#isClosed || this.#timer) return
    this.#timer = setTimeout(() => {
      this.#sharing = this.#share().finally(() => {
        this.#timer = undefined
        if (this.#unshared.size > 0) this.#shareSoon()
      })
    }, INTERVAL).unref()
  }

  /** Adds what this host has counted to the shared counts, and learns what others have. */
  async #share(): Promise<void> {
    const told = [...this.#unshared].flatMap((key) => {
      const usage = this.#usages.peek(key)
      return usage ? [{ key, usage, points: usage.unshared }] : []
    })
    this.#unshared.clear()
    if (told.length === 0 || !this.#counts) return
    for (const { usage } of told) usage.unshared = 0
    const added = told.map(({ key, usage, points }) => ({
      key: this.#sharedKey(key),
      points,
      window: Math.max(0, usage.endsAt - performance.now()) / 1000,
    }))
    try {
      const counts = await this.#counts.add(added, { points: this.points, block: 0 })
      for (const { key, usage } of told) {
        const { points, left } = counts.get(this.#sharedKey(key))!
        usage.points = points + usage.unshared
        usage.endsAt = performance.now() + left
      }
      this.#isLate = false
    } catch (err) {
      if (!this.#isLate) this.#log.warn({ err, limit: this.#name }, 'requests served by other hosts are not counted')
      this.#isLate = true
      for (const { key, usage, points } of told) {
        usage.unshared += points
        this.#unshared.add(key)
      }
    }
  }

  #sharedKey(key: string): string {
    return `quota-${this.#name}:${key}`
  }
}

/** What the column of the shared counts can hold, with room for what exceeds a quota. */
const MOST_REQUESTS = 1_000_000_000

const isWithin = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most

const secondsLeft = ({ endsAt }: Usage) => Math.max(1, Math.ceil((endsAt - performance.now()) / 1000))
