/** Logs of one execution have ids this far apart, so that each process has numbers of its own in between. */
export const ID_STRIDE = 4_096

/** The largest id: that of a `bigint` of the database. */
export const MAX_LOG_ID = 9_223_372_036_854_775_807n

/** Gives logs their ids before they are written, ascending within a process. */
export interface LogIds {
  /** The ids of `count` logs: `first`, then each `ID_STRIDE` further. */
  take(count: number, now: Date): bigint
}

/** Ids are the time, a running number and a number of the process: 41, 10 and 12 bits. */
export function createLogIds(): LogIds {
  const lane = BigInt(Math.floor(Math.random() * ID_STRIDE))
  let next = 0
  return {
    take(count, now) {
      const first = Math.max(next, (now.getTime() - EPOCH) * PER_MILLISECOND)
      next = first + count
      return BigInt(first) * BigInt(ID_STRIDE) + lane
    },
  }
}

/** The id of the log at `index` of an execution. */
export const logIdAt = (first: bigint, index: number) => String(first + BigInt(index) * BigInt(ID_STRIDE))

const PER_MILLISECOND = 1_024
const EPOCH = Date.parse('2025-01-01T00:00:00Z')
