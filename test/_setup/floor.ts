/**
 * CPU time, in milliseconds, that a fixed computation takes in this process: the least of ten rounds. Limits on the cost of something
 * else are multiples of it, so that they mean the same on a slow machine. About 5 ms on a core of 2025.
 */
export function floorMs(): number {
  const text = JSON.stringify(
    Array.from({ length: 8_000 }, (_, index) => ({
      id: index,
      name: `name ${index}`,
      tags: ['one', 'two', `${index}`],
    })),
  )
  const rounds = Array.from({ length: 10 }, () => {
    const since = process.cpuUsage()
    JSON.stringify(JSON.parse(text))
    return cpuMs(since)
  })
  return Math.min(...rounds)
}

/** CPU time of this process since `process.cpuUsage()` was taken, in milliseconds. */
export function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1_000
}
