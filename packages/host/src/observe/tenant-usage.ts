/** What a tenant has used. */
export interface Usage {
  requests: number
  /** Requests that were answered with 429. */
  refused: number
  /** Time from the arrival of requests to their responses. */
  seconds: number
  /** Time that the database took for statements. */
  databaseSeconds: number
  /** Time for which the event loop worked. */
  processSeconds: number
}

/** Milliseconds after which the busiest tenants are determined again. */
const PERIOD = 60_000

/** The number of tenants of a period among which they are found: the first ones. */
const CANDIDATES = 10_000

/**
 * Counts what tenants use, for the busiest ones by name and for all others together, so that the number of labels does not grow with
 * the number of tenants. A tenant is named once it was busier than the least busy named one for a minute; it is counted by name from
 * then on. All counts only rise while their label exists, as counters have to.
 */
export class TenantUsage {
  readonly #most: number
  readonly #named = new Map<string, Usage>()
  readonly #others = nothing()
  /** Seconds of each tenant in this period. */
  readonly #busy = new Map<string, number>()
  #periodEnd = performance.now() + PERIOD

  /** Names up to `most` tenants. */
  constructor(most: number) {
    this.#most = most
  }

  add(tenantId: string, used: Partial<Usage>): void {
    const now = performance.now()
    if (now >= this.#periodEnd) {
      this.#rank()
      this.#periodEnd = now + PERIOD
    }
    const busy = this.#busy.get(tenantId)
    if (busy !== undefined || this.#busy.size < CANDIDATES)
      this.#busy.set(tenantId, (busy ?? 0) + (used.seconds ?? 0) + (used.databaseSeconds ?? 0))
    if (this.#named.size < this.#most && !this.#named.has(tenantId)) this.#named.set(tenantId, nothing())
    const usage = this.#named.get(tenantId) ?? this.#others
    for (const name of Object.keys(used) as (keyof Usage)[]) usage[name] += used[name] ?? 0
  }

  /** By tenant; `other` are all that are not named. */
  *[Symbol.iterator](): Generator<readonly [tenant: string, usage: Readonly<Usage>]> {
    yield* this.#named
    yield ['other', this.#others]
  }

  #rank(): void {
    const ranked = [...this.#busy.entries()].toSorted(([, a], [, b]) => b - a)
    const busiest = new Set(ranked.slice(0, this.#most).map(([tenantId]) => tenantId))
    for (const tenantId of this.#named.keys())
      // A name is given up only for one that takes its place.
      if (!busiest.has(tenantId) && busiest.size === this.#most) this.#named.delete(tenantId)
    for (const tenantId of busiest)
      if (this.#named.size < this.#most && !this.#named.has(tenantId)) this.#named.set(tenantId, nothing())
    this.#busy.clear()
  }
}

const nothing = (): Usage => ({ requests: 0, refused: 0, seconds: 0, databaseSeconds: 0, processSeconds: 0 })
