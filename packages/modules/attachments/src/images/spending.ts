import { LRUCache } from 'lru-cache'

/** Owners that are remembered. */
const MAX_OWNERS = 10_000
/** Seconds that an owner gets back in a second. */
const RETURNED = 0.2

interface Spent {
  readonly seconds: number
  /** When that was, in milliseconds. */
  readonly at: number
}

/** Seconds of processor time that owners have taken lately: a fifth of a second is forgotten each second. */
export class Spending {
  readonly #spent = new LRUCache<string, Spent>({ max: MAX_OWNERS })

  of(owner: string): number {
    const spent = this.#spent.get(owner)
    return spent ? Math.max(0, spent.seconds - ((performance.now() - spent.at) / 1000) * RETURNED) : 0
  }

  add(owner: string, seconds: number): void {
    this.#spent.set(owner, { seconds: this.of(owner) + seconds, at: performance.now() })
  }
}
