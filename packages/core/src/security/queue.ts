import { PlatformError } from '../errors.ts'

/** Runs work when its turn comes. Rejects with `unavailable` at once when too many are waiting. */
export type Queue = <T>(work: () => Promise<T>) => Promise<T>

/** A first-come-first-served queue: at most `concurrency` works run, at most `maxWaiting` more wait. */
export function createQueue({ concurrency, maxWaiting }: { concurrency: number; maxWaiting: number }): Queue {
  const waiting: (() => void)[] = []
  let running = 0

  return async (work) => {
    if (running < concurrency) running += 1
    else if (waiting.length < maxWaiting) await new Promise<void>((start) => waiting.push(start))
    else throw new PlatformError('unavailable', 'Too many requests are waiting', { headers: { 'Retry-After': '1' } })
    try {
      return await work()
    } finally {
      // The place passes to the next in line, so that a newcomer cannot slip in between.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
