import pg from 'pg'

/** Longest line of one tenant; whoever comes later is refused at once. */
const LONGEST_LINE = 1_000

interface Waiter {
  readonly admit: () => void
}

/**
 * A pool that tenants share (decision 43): none holds more than its share of the connections, and where some wait, the
 * next one goes to the tenant whose turn it is, however many of another wait before it. As long as nobody waits, that
 * costs two look-ups in a map.
 */
export class FairPool extends pg.Pool {
  readonly #size: number
  readonly #share: number
  readonly #patience: number
  readonly #held = new Map<string, number>()
  /** Tenants in the order of their turns. */
  readonly #lines = new Map<string, Set<Waiter>>()
  #total = 0

  /** `tenantShare` is the number of connections that one tenant may hold. */
  constructor({ tenantShare, ...config }: pg.PoolConfig & { readonly max: number; readonly tenantShare: number }) {
    super(config)
    this.#size = config.max
    this.#share = Math.min(tenantShare, config.max)
    this.#patience = config.connectionTimeoutMillis ?? 10_000
  }

  /** A connection for the work of a tenant, when it is its turn. Release it as usual. */
  async connectFor(tenantId: string): Promise<pg.PoolClient> {
    if (this.#mayEnter(tenantId)) this.#enter(tenantId)
    else await this.#wait(tenantId)
    let client: pg.PoolClient
    try {
      client = await this.connect()
    } catch (error) {
      this.#leave(tenantId)
      throw error
    }
    const release = client.release
    client.release = (broken) => {
      release.call(client, broken)
      this.#leave(tenantId)
    }
    return client
  }

  #mayEnter(tenantId: string): boolean {
    return this.#total < this.#size && (this.#held.get(tenantId) ?? 0) < this.#share
  }

  #enter(tenantId: string): void {
    this.#total++
    this.#held.set(tenantId, (this.#held.get(tenantId) ?? 0) + 1)
  }

  #leave(tenantId: string): void {
    this.#total--
    const left = (this.#held.get(tenantId) ?? 1) - 1
    if (left === 0) this.#held.delete(tenantId)
    else this.#held.set(tenantId, left)
    this.#admitNext()
  }

  #wait(tenantId: string): Promise<void> {
    const line = this.#lines.get(tenantId) ?? new Set()
    if (line.size >= LONGEST_LINE)
      return Promise.reject(new Error('Too much work of one tenant waits for a connection'))
    this.#lines.set(tenantId, line)
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#drop(tenantId, waiter)
        reject(new Error('No connection became free in time'))
      }, this.#patience)
      const waiter: Waiter = {
        admit: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      line.add(waiter)
    })
  }

  #drop(tenantId: string, waiter: Waiter): void {
    const line = this.#lines.get(tenantId)
    line?.delete(waiter)
    if (line?.size === 0) this.#lines.delete(tenantId)
  }

  #admitNext(): void {
    if (this.#lines.size === 0) return
    for (const [tenantId, line] of this.#lines) {
      if (!this.#mayEnter(tenantId)) continue
      const [waiter] = line
      if (!waiter) continue
      this.#drop(tenantId, waiter)
      // Whoever has had a turn goes behind the others.
      if (this.#lines.delete(tenantId)) this.#lines.set(tenantId, line)
      this.#enter(tenantId)
      waiter.admit()
      return
    }
  }
}
