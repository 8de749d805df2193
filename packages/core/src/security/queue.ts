import { PlatformError } from '../errors.ts'

/**
 * Runs work when its turn comes. Owners with work that waits take turns, so that nobody waits for all that somebody
 * else has sent. Rejects with `unavailable` when too many are waiting: whoever has the longest line is refused first.
 */
export type Queue = <T>(work: () => Promise<T>, owner?: string) => Promise<T>

interface WaitingTask {
  start(): void
  refuse(reason: PlatformError): void
}

/** At most `concurrency` works run, at most `maxWaiting` more wait; those of one owner in the order they came. */
export function createQueue({ concurrency, maxWaiting }: { concurrency: number; maxWaiting: number }): Queue {
  const lines = new Map<string, WaitingTask[]>()
  let running = 0
  let waiting = 0

  return async (work, owner = '') => {
    if (running < concurrency) running += 1
    else await new Promise<void>((start, refuse) => wait(owner, { start, refuse }))
    try {
      return await work()
    } finally {
      // The place passes to the next in line, so that a newcomer cannot slip in between.
      const next = takeNext()
      if (next) next.start()
      else running -= 1
    }
  }

  function wait(owner: string, place: WaitingTask): void {
    if (maxWaiting === 0) return place.refuse(tooMany())
    const line = lines.get(owner) ?? []
    if (waiting >= maxWaiting) {
      const longest = [...lines.values()].reduce((one, other) => (other.length > one.length ? other : one))
      if (longest.length <= line.length + 1) return place.refuse(tooMany())
      waiting -= 1
      longest.pop()!.refuse(tooMany())
    }
    waiting += 1
    line.push(place)
    lines.set(owner, line)
  }

  /** The first of whoever has waited longest for a turn, who then goes behind all others. */
  function takeNext(): WaitingTask | undefined {
    const [first] = lines
    if (!first) return undefined
    const [owner, line] = first
    const place = line.shift()
    waiting -= 1
    lines.delete(owner)
    if (line.length > 0) lines.set(owner, line)
    return place
  }
}

const tooMany = () =>
  new PlatformError('unavailable', 'Too many requests are waiting', { headers: { 'Retry-After': '1' } })
