import type { Changes, WatchOptions } from '../define/changes.ts'
import { PlatformError } from '../errors.ts'

/** A tag that every cache entry answers to. */
export const EVERYTHING = '*'

/** Watches of one owner on one host: as many as somebody may have tabs open. */
const PER_OWNER = 10
/** Watches of a tenant on one host: anybody can make accounts and keys, and each would bring ten (decision 43). */
const PER_TENANT = 500

/** Lets somebody look; `isNamed` where their tag was invalidated, and not just perhaps. */
type Wake = (isNamed: boolean) => void

/** Wakes those who wait for a tag: the other half of invalidation. */
export class Watchers implements Changes {
  readonly #waiting = new Map<string, Set<Wake>>()
  readonly #counts = new Map<string, number>()

  of(tag: string, options: WatchOptions): AsyncIterable<boolean> {
    const { owner, tenantId, signal } = options
    const ofTenant = `tenant:${tenantId}`
    this.#assertLeft(owner, PER_OWNER, 'Too many open streams')
    this.#assertLeft(ofTenant, PER_TENANT, `Too many open streams of this tenant: at most ${PER_TENANT}`)
    for (const holder of [owner, ofTenant]) {
      this.#counts.set(holder, (this.#counts.get(holder) ?? 0) + 1)
      signal.addEventListener('abort', () => this.#release(holder), { once: true })
    }
    return this.#changes(tag, options)
  }

  /** Lets everybody look who waits for one of the tags. */
  wake(tags: Iterable<string>): void {
    for (const tag of tags) {
      if (tag === EVERYTHING) this.wakeAll()
      else for (const wake of this.#waiting.get(tag) ?? []) wake(true)
    }
  }

  wakeAll(): void {
    for (const waiting of this.#waiting.values()) for (const wake of waiting) wake(false)
  }

  async *#changes(tag: string, { signal, every = 30_000 }: WatchOptions): AsyncGenerator<boolean> {
    let next = Promise.withResolvers<void>()
    let isNamed = false
    const wake: Wake = (named) => {
      isNamed ||= named
      next.resolve()
    }
    const look = () => wake(false)
    this.#add(tag, wake)
    signal.addEventListener('abort', look, { once: true })
    const timer = setInterval(look, every)
    timer.unref()
    try {
      while (!signal.aborted) {
        next = Promise.withResolvers()
        const wasNamed = isNamed
        isNamed = false
        yield wasNamed
        await next.promise
      }
    } finally {
      clearInterval(timer)
      this.#remove(tag, wake)
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
