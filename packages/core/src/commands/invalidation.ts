import type { Query } from '../data/unit.ts'

/** A tag that every cache entry answers to. */
export const EVERYTHING = '*'

/** Bytes of one row; more is not worth naming. */
const LIMIT = 150_000

/** The statement that announces, with its transaction's commit, what has become stale. `hostId` is who says so. */
export function writeInvalidation(hostId: string, tags: Iterable<string>): Query {
  return {
    text: 'insert into plinth.invalidations (host_id, tags) values ($1, $2)',
    values: [hostId, bounded(tags)],
  }
}

function bounded(tags: Iterable<string>): readonly string[] {
  const named: string[] = []
  let size = 0
  for (const tag of tags) {
    size += Buffer.byteLength(tag)
    if (size > LIMIT) return [EVERYTHING]
    named.push(tag)
  }
  return named
}
