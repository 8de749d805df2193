import { EVERYTHING } from '../commands/invalidation.ts'
import type { Changes, WatchOptions } from '../define/changes.ts'
import { PlatformError } from '../errors.ts'

/** Watches of one owner on one host: as many as somebody may have tabs open. */
const LIMIT = 10

/** Wakes those who wait for a tag: the other half of invalidation. */
export class Watchers implements Changes {
  readonly #waiting = new Map<string, Set<() => void>>()
  readonly #counts = new Map<string, number>()

  of(tag: string, options: WatchOptions): AsyncIterable<void> {
    const { owner, signal } = options
    const count = this.#counts.get(owner) ?? 0
    if (count >= LIMIT)
      throw new PlatformError('too_many', 'Too many open streams', { headers: { 'retry-after': '30' } })
    this.#counts.set(owner, count + 1)
    signal.addEventListener('abort', () => this.#release(owner), { once: true })
    return this.#turns(tag, options)
  }

  /** Lets everybody look who waits for one of the tags. */
  wake(tags: Iterable<string>): void {
    for (const tag of tags) {
      if (tag === EVERYTHING) this.wakeAll()
      else for (const wake of this.#waiting.get(tag) ?? []) wake()
    }
  }

  wakeAll(): void {
    for (const waiting of this.#waiting.values()) for (const wake of waiting) wake()
  }

  async *#turns(tag: string, { signal, every = 30_000 }: WatchOptions): AsyncGenerator<void> {
    let next = Promise.withResolvers<void>()
    const wake = () => next.resolve()
    this.#add(tag, wake)
    signal.addEventListener('abort', wake, { once: true })
    const timer = setInterval(wake, every)
    timer.unref()
    try {
      while (!signal.aborted) {
        next = Promise.withResolvers()
        yield
        await next.promise
      }
    } finally {
      clearInterval(timer)
      this.#remove(tag, wake)
    }
  }

  #add(tag: string, wake: () => void): void {
    const waiting = this.#waiting.get(tag)
    if (waiting) waiting.add(wake)
    else this.#waiting.set(tag, new Set([wake]))
  }

  #remove(tag: string, wake: () => void): void {
    const waiting = this.#waiting.get(tag)
    if (waiting?.delete(wake) && waiting.size === 0) this.#waiting.delete(tag)
  }

  #release(owner: string): void {
    const left = (this.#counts.get(owner) ?? 1) - 1
    if (left > 0) this.#counts.set(owner, left)
    else this.#counts.delete(owner)
  }
}
