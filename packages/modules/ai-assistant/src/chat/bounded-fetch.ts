import { setImmediate } from 'node:timers/promises'

/** Bytes of one answer of a model server, as they come out of its compression. Events are many times what they tell. */
const MAX_BYTES = 8 * 2 ** 20
/** Bytes of one line, which readers of events hold until its end; an answer that is no stream is one line. */
const MAX_LINE = 2 ** 20
/** Lines of one answer. An event has three at most, and tells a token or more; models are asked for 4,096 tokens. */
const MAX_LINES = 40_000
/** Bytes that are handed on at once: others are served between them. */
const PIECE = 4_096
const LINE_FEED = 10

/** A model server answers more than is taken of one step. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'
}

/**
 * `fetch` for the SDKs of models: an answer with too many bytes, or with too long a line, ends with `AnswerTooLarge` before
 * anybody has kept it. The SDKs hold whatever a server says, and some of it several times.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (response.body === null) return response
  const { status, statusText, headers } = response
  const bounded = new Response(response.body.pipeThrough(createBounds()), { status, statusText, headers })
  // What made the answer is asked by SDKs for errors, and cannot be given to the constructor.
  return Object.defineProperty(bounded, 'url', { value: response.url })
}

function createBounds(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let bytes = 0
  let lines = 0
  let line = 0
  return new TransformStream({
    async transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > MAX_BYTES) throw new AnswerTooLarge(`The answer has more than ${MAX_BYTES} bytes`)
      for (let at = 0; at < chunk.byteLength; at += PIECE) {
        const piece = chunk.subarray(at, at + PIECE)
        lines += countLines(piece)
        line = lengthOfLine(piece, line)
        if (lines > MAX_LINES) throw new AnswerTooLarge(`The answer has more than ${MAX_LINES} lines`)
        if (line > MAX_LINE) throw new AnswerTooLarge(`A line of the answer has more than ${MAX_LINE} bytes`)
        controller.enqueue(piece)
        await setImmediate()
      }
    },
  })
}

/** The length of the line that goes on behind a piece. Lines that end within a piece are shorter than one may be. */
function lengthOfLine(piece: Uint8Array, before: number): number {
  const end = piece.lastIndexOf(LINE_FEED)
  return end === -1 ? before + piece.byteLength : piece.byteLength - end - 1
}

function countLines(piece: Uint8Array): number {
  let lines = 0
  for (let at = piece.indexOf(LINE_FEED); at !== -1; at = piece.indexOf(LINE_FEED, at + 1)) lines++
  return lines
}
