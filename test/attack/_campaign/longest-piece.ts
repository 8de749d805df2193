/** CPU time of this thread in milliseconds, however busy the machine is. */
function cpu(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** What some work has cost this thread, in milliseconds of CPU time. */
export interface Cost {
  /** The longest time in which nothing else of the event loop had its turn. */
  readonly longest: number
  readonly total: number
}

/** Measures some work, in which the thread has nothing else to do. */
export async function measureCost(work: () => Promise<unknown>): Promise<Cost> {
  const began = cpu()
  let last = began
  let longest = 0
  let isOver = false
  const look = () => {
    const now = cpu()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  try {
    await work()
    // The last piece is only known to have ended when the loop goes on.
    await new Promise<void>((resolve) => setImmediate(resolve))
  } finally {
    isOver = true
  }
  return { longest: Math.max(longest, cpu() - last), total: cpu() - began }
}
