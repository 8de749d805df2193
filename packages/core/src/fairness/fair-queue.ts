import { PlatformError } from '../errors.ts'

/**
 * Runs work fairly. Owners with waiting work take turns, so that a long queue of one does not delay the others; known owners get
 * every other turn. Rejects with `unavailable` when too much work is waiting: the longest queue is rejected first and, among
 * equally long ones, that of the newest unknown owner.
 */
export type Queue = <T>(work: () => Promise<T>, owner?: string, standing?: { readonly isKnown?: boolean }) => Promise<T>

interface WaitingTask {
  start(): void
  refuse(reason: PlatformError): void
}

/** Owners with waiting work, the next one first, each with its work in order of arrival. */
type Lines = Map<string, WaitingTask[]>

/**
 * At most `concurrency` tasks run, and at most `maxWaiting` more wait. The tasks of one owner run in order of arrival. Unknown
 * owners can use all but `keptForKnown` of these places (default: 0).
 */
export function createQueue({
  concurrency,
  maxWaiting,
  keptForKnown = 0,
}: {
  readonly concurrency: number
  readonly maxWaiting: number
  readonly keptForKnown?: number
}): Queue {
  const known: Lines = new Map()
  const strangers: Lines = new Map()
  let running = 0
  let wasKnown = false

  return async (work, owner = '', { isKnown = false } = {}) => {
    if (running < concurrency) running += 1
    else await new Promise<void>((start, refuse) => wait(isKnown ? known : strangers, owner, { start, refuse }))
    try {
      return await work()
    } finally {
      // The slot passes to the next task in the queue, so that a newcomer cannot take it in between.
      const next = takeNext()
      if (next) next.start()
      else running -= 1
    }
  }

  function wait(lines: Lines, owner: string, task: WaitingTask): void {
    const length = (lines.get(owner)?.length ?? 0) + 1
    if (!hasPlaceFor(lines) && !makePlaceFor(lines, length)) return task.refuse(tooMany())
    lines.set(owner, [...(lines.get(owner) ?? []), task])
  }

  function hasPlaceFor(lines: Lines): boolean {
    const most = lines === strangers ? maxWaiting - keptForKnown : maxWaiting
    return countIn(strangers) + countIn(known) < maxWaiting && countIn(lines) < most
  }

  /** Rejects the last task of the longest queue, if it is longer than the newcomer's; among equals, that of the newest owner. */
  function makePlaceFor(lines: Lines, length: number): boolean {
    const isOverShare = lines === strangers && countIn(strangers) >= maxWaiting - keptForKnown
    let longest: { readonly of: Lines; readonly owner: string; readonly line: WaitingTask[] } | null = null
    for (const of of isOverShare ? [strangers] : [known, strangers])
      for (const [owner, line] of of) if (line.length >= (longest?.line.length ?? 1)) longest = { of, owner, line }
    if (!longest) return false
    const { of, owner, line } = longest
    // A known newcomer also displaces an unknown owner whose queue is as long.
    const least = lines === known && of === strangers ? length : length + 1
    if (line.length < least) return false
    line.pop()!.refuse(tooMany())
    if (line.length === 0) of.delete(owner)
    return true
  }

  /**
   * Takes the first task of the owner that has waited longest, who then moves to the end; known and unknown owners take turns.
   */
  function takeNext(): WaitingTask | undefined {
    const lines = known.size > 0 && !(wasKnown && strangers.size > 0) ? known : strangers
    const [first] = lines
    if (!first) return undefined
    wasKnown = lines === known
    const [owner, line] = first
    const task = line.shift()
    lines.delete(owner)
    if (line.length > 0) lines.set(owner, line)
    return task
  }
}

const countIn = (lines: Lines) => [...lines.values()].reduce((count, line) => count + line.length, 0)

const tooMany = () =>
  new PlatformError('unavailable', 'Too many requests are waiting', { headers: { 'Retry-After': '1' } })
