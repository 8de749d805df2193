import type { Watches, WatchOptions } from '../define/cache.ts'
import { PlatformError } from '../errors.ts'

/** A tag that invalidates every cache entry. */
export const EVERYTHING = '*'

/** Maximum number of watches of one owner on one host: as many as one person has tabs open. */
const PER_OWNER = 10

/**
 * Maximum number of watches of a tenant on one host: anyone can create accounts and keys, and each would add ten (decision: Limits
 * per tenant).
 */
const PER_TENANT = 500

/** Wakes a watch. `isNamed` is true if its tag was invalidated, and false if it may have been. */
type Wake = (isNamed: boolean) => void

/** Wakes streams waiting for a tag when it is invalidated. */
export class Watchers implements Watches {
  readonly #waiting = new Map<string, Set<Wake>>()
  readonly #counts = new Map<string, number>()

  of(tag: string, options: WatchOptions): AsyncIterable<boolean> {
    const { owner, tenantId, signal } = options
    const ofTenant = `tenant:${tenantId}`
    this.#assertLeft(owner, PER_OWNER, 'Too many open streams')
    this.#assertLeft(ofTenant, PER_TENANT, `Too many open streams of this tenant: at most ${PER_TENANT}`)
    const holders = [owner, ofTenant]
    for (const holder of holders) this.#counts.set(holder, (this.#counts.get(holder) ?? 0) + 1)
    const ended = new AbortController()
    ended.signal.addEventListener('abort', () => holders.forEach((holder) => this.#release(holder)))
    // A watch that is never iterated ends with its signal.
    const end = () => ended.abort()
    signal.addEventListener('abort', end, { once: true, signal: ended.signal })
    if (signal.aborted) end()
    return this.#wakes(tag, options, ended)
  }

  /** Wakes the watches of the tags. */
  wake(tags: Iterable<string>): void {
    for (const tag of tags) {
      if (tag === EVERYTHING) this.wakeAll()
      else for (const wake of this.#waiting.get(tag) ?? []) wake(true)
    }
  }

  wakeAll(): void {
    for (const waiting of this.#waiting.values()) for (const wake of waiting) wake(false)
  }

  async *#wakes(tag: string, { every = 30_000 }: WatchOptions, ended: AbortController): AsyncGenerator<boolean> {
    let next = Promise.withResolvers<void>()
    let isNamed = false
    const wake: Wake = (named) => {
      isNamed ||= named
      next.resolve()
    }
    const wakeUnnamed = () => wake(false)
    this.#add(tag, wake)
    ended.signal.addEventListener('abort', wakeUnnamed)
    const timer = setInterval(wakeUnnamed, every)
    timer.unref()
    try {
      while (!ended.signal.aborted) {
        next = Promise.withResolvers()
        const wasNamed = isNamed
        isNamed = false
        yield wasNamed
        await next.promise
      }
    } finally {
      clearInterval(timer)
      this.#remove(tag, wake)
      ended.abort()
    }
  }

  #add(tag: string, wake: Wake): void {
    const waiting = this.#waiting.get(tag)
    if (waiting) waiting.add(wake)
    else this.#waiting.set(tag, new Set([wake]))
  }

  #remove(tag: string, wake: Wake): void {
    const waiting = this.#waiting.get(tag)
    if (waiting?.delete(wake) && waiting.size === 0) this.#waiting.delete(tag)
  }

  #assertLeft(holder: string, limit: number, message: string): void {
    if ((this.#counts.get(holder) ?? 0) >= limit)
      throw new PlatformError('too_many', message, { headers: { 'retry-after': '30' } })
  }

  #release(holder: string): void {
    const remaining = (this.#counts.get(holder) ?? 1) - 1
    if (remaining > 0) this.#counts.set(holder, remaining)
    else this.#counts.delete(holder)
  }
}
