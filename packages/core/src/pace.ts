import { setImmediate } from 'node:timers/promises'

/** Milliseconds that work may hold the event loop. */
const TURN = 4

let line: Promise<unknown> = Promise.resolve()

/**
 * For long work that yields where it can stop: answers a promise to wait for once a few milliseconds have passed.
 * However much of it there is at once, each round of the event loop serves one piece, so that everybody else waits
 * for one turn at most.
 */
export function createPace(): () => Promise<unknown> | undefined {
  let end = performance.now() + TURN
  return () => {
    if (performance.now() < end) return undefined
    line = line.then(() => setImmediate()).then(() => (end = performance.now() + TURN))
    return line
  }
}

/** Does work in such turns; a generator yields where it can stop. */
export async function inTurns<T>(work: Iterator<unknown, T>): Promise<T> {
  const pace = createPace()
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value
    const pause = pace()
    if (pause) await pause
  }
}
