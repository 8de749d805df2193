import { createSandbox } from '@plinth/ai-assistant'
import type { Result } from '../result.ts'

const RUNS = 50

/** What a run of code costs that does nothing: for somebody who has just run some, and for somebody new. */
export async function sandboxes(): Promise<Result[]> {
  await using sandbox = createSandbox({ processes: 2 })
  await sandbox.warm()
  const times: number[] = []
  const fresh: number[] = []
  for (let run = 0; run < RUNS; run++) {
    times.push(await timeOf(() => sandbox.run('async () => 1', { owner: 'one' })))
    // Until the next process that served nobody waits.
    await sandbox.warm()
    fresh.push(await timeOf(() => sandbox.run('async () => 1', { owner: `new ${run}` })))
    await sandbox.warm()
  }
  return [
    { name: 'a sandbox for somebody new', unit: 'ms', subject: median(fresh), target: 10, atMost: true },
    { name: 'a sandbox for the same owner', unit: 'ms', subject: median(times), target: 10, atMost: true },
  ]
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
