/** The distance between the ids of one execution's logs, which leaves room for the ids of other processes in between. */
export const ID_STRIDE = 4_096

/** The largest id: the maximum of a `bigint` in the database. */
export const MAX_LOG_ID = 9_223_372_036_854_775_807n

/** Assigns ids to logs before they are written, ascending within a process. */
export interface LogIds {
  /** Reserves the ids of `count` logs: the one returned, and each `ID_STRIDE` further. */
  take(count: number, now: Date): bigint
}

/** An id consists of the time, a sequence number and a process number: 41, 10 and 12 bits. */
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

/** The id of the log at `index` within an execution. */
export const logIdAt = (first: bigint, index: number) => String(first + BigInt(index) * BigInt(ID_STRIDE))

const PER_MILLISECOND = 1_024
const EPOCH = Date.parse('2025-01-01T00:00:00Z')
