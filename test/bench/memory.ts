import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Child } from './child.ts'

/** Milliseconds between two samples: each collects garbage, which takes time. */
const SAMPLE_MS = 3_000

/** The most memory while something ran, in MiB. */
export interface Watched<T> {
  readonly result: T
  /** In use after a collection. */
  readonly live: number
  /** Resident, with garbage that has not been collected because nobody needed the memory. */
  readonly resident: number
  /** Of the processes that it has started, together. */
  readonly children: number
}

/** Samples the memory of a server and the processes that it starts while something runs. `MEMORY_SERIES=1` prints it by time. */
export async function watchMemory<T>(child: Child, work: () => Promise<T>): Promise<Watched<T>> {
  const ended = new AbortController()
  const samples: Omit<Watched<T>, 'result'>[] = []
  const watching = (async () => {
    while (!ended.signal.aborted) {
      samples.push({ ...(await residentOf(child.pid)), live: await child.live() })
      await sleep(SAMPLE_MS, undefined, { signal: ended.signal }).catch(() => {})
    }
  })()
  const result = await work().finally(() => ended.abort())
  await watching
  if (process.env['MEMORY_SERIES'])
    for (const one of samples)
      console.log(`  ${JSON.stringify(one, (_, value) => (typeof value === 'number' ? Math.round(value) : value))}`)
  const most = (of: (one: (typeof samples)[number]) => number) => Math.max(...samples.map(of))
  return {
    result,
    live: most(({ live }) => live),
    resident: most(({ resident }) => resident),
    children: most(({ children }) => children),
  }
}

async function residentOf(pid: number) {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,rss='])
  let [resident, children] = [0, 0]
  for (const line of stdout.split('\n')) {
    const [own, parent, kilobytes = 0] = line.trim().split(/\s+/).map(Number)
    if (own === pid) resident = kilobytes / 1_024
    else if (parent === pid) children += kilobytes / 1_024
  }
  return { resident, children }
}
