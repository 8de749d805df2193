import { createPace, inSlices } from '@plinth/core'
import { expect, test } from 'vitest'

/** Holds the processor, as computing does. */
function hold(milliseconds: number): void {
  const end = performance.now() + milliseconds
  while (performance.now() < end);
}

function* work(steps: number, done: () => void) {
  for (let step = 0; step < steps; step++) {
    hold(3)
    done()
    yield
  }
  return steps
}

test('long work lets others have their turn, and much of it at once no less', async () => {
  let steps = 0
  const seen: number[] = []
  const look = () => {
    seen.push(steps)
    if (steps < 100) setImmediate(look)
  }
  setImmediate(look)
  const works = Array.from({ length: 10 }, () => inSlices(work(10, () => steps++)))
  expect(await Promise.all(works)).toEqual(works.map(() => 10))
  const gaps = seen.slice(1).map((count, index) => count - seen[index]!)
  // Each begins at once; from then on a round of the event loop serves one of them, for two steps.
  expect(Math.max(...gaps.slice(1))).toBeLessThanOrEqual(3)
  expect(seen.length).toBeGreaterThan(30)
})

test('short work does not wait', () => {
  const pace = createPace()
  expect(pace()).toBeUndefined()
})
