import { LRUCache } from 'lru-cache'

/** Maximum number of owners to track. */
const MAX_OWNERS = 10_000
/** CPU seconds regained per second. */
const RETURNED = 0.2

interface Spent {
  readonly seconds: number
  /** Time of the last update, in milliseconds. */
  readonly at: number
}

/** Tracks recent CPU time by owner. It decays by a fifth of a second per second. */
export class CpuBudget {
  readonly #spent = new LRUCache<string, Spent>({ max: MAX_OWNERS })

  of(owner: string): number {
    const spent = this.#spent.get(owner)
    return spent ? Math.max(0, spent.seconds - ((performance.now() - spent.at) / 1000) * RETURNED) : 0
  }

  add(owner: string, seconds: number): void {
    this.#spent.set(owner, { seconds: this.of(owner) + seconds, at: performance.now() })
  }
}
