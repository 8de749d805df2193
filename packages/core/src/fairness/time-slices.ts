import { setImmediate } from 'node:timers/promises'
import { noteResumed } from './loop-time.ts'

/** Milliseconds for which work may block the event loop. */
const SLICE = 4

let line: Promise<unknown> = Promise.resolve()

/**
 * For long work with points where it can yield: returns a promise to await once a few milliseconds have passed. However much
 * such work runs at once, each turn of the event loop processes one slice, so everything else waits for one slice at most.
 */
export function createPace(): () => Promise<unknown> | undefined {
  let end = performance.now() + SLICE
  return () => {
    if (performance.now() < end) return undefined
    line = line
      .then(() => setImmediate())
      .then(() => {
        noteResumed()
        return (end = performance.now() + SLICE)
      })
    return line
  }
}

/** Runs work in time slices; a generator yields where it can pause. */
export async function inSlices<T>(work: Iterator<unknown, T>): Promise<T> {
  const pace = createPace()
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value
    const pause = pace()
    if (pause) await pause
  }
}
