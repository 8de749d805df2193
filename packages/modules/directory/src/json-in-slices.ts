import { Readable } from 'node:stream'
import { createPace } from '@plinth/core'
import { BinaryAnswer } from '@plinth/core/http'

/** Number of characters sent at once. A shorter response is sent as a whole. */
const PORTION = 65_536

const headers = { 'content-type': 'application/json; charset=utf-8' }

/**
 * Streams a JSON response that is generated piece by piece, a few milliseconds at a time and only as fast as the client reads it.
 * A view of thousands of records neither blocks the host nor is held in memory as a whole. `items` are the records it shows, for
 * the access log.
 */
export async function toJsonInSlices(pieces: Iterable<string>, items: readonly object[]): Promise<BinaryAnswer> {
  const portions = toPortions(pieces)
  const { value: first = Buffer.alloc(0) } = await portions.next()
  const second = await portions.next()
  const shown = { items }
  if (second.done)
    return new BinaryAnswer(first, { headers: { ...headers, 'content-length': String(first.length) }, shown })
  return new BinaryAnswer(Readable.from(chain([first, second.value], portions), { objectMode: false }), {
    headers,
    shown,
  })
}

async function* toPortions(pieces: Iterable<string>): AsyncGenerator<Buffer, undefined> {
  const pace = createPace()
  let portion = ''
  for (const piece of pieces) {
    portion += piece
    const pause = pace()
    if (pause) await pause
    if (portion.length < PORTION) continue
    yield Buffer.from(portion)
    portion = ''
  }
  if (portion !== '') yield Buffer.from(portion)
}

async function* chain(begun: readonly Buffer[], rest: AsyncIterable<Buffer>) {
  yield* begun
  yield* rest
}
