import { setImmediate } from 'node:timers/promises'

/** Maximum bytes of one response of a model server, after decompression. Events are many times larger than their content. */
const MAX_BYTES = 8 * 2 ** 20
/** Maximum bytes of one line, which SSE parsers buffer until its end. A response that is not a stream is one line. */
const MAX_LINE = 2 ** 20
/** Maximum lines of one response. An event has at most three and carries at least a token; models are asked for 4,096 tokens. */
const MAX_LINES = 40_000
/** Bytes passed on at once; other requests are served in between. */
const PIECE = 4_096
const LINE_FEED = 10

/** The model server's response exceeds the limits of one step. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'
}

/**
 * A `fetch` for model SDKs that fails with `AnswerTooLarge` before too long a response, or line, has been buffered. The SDKs keep
 * everything a server sends, some of it several times.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  if (response.body === null) return response
  const { status, statusText, headers } = response
  const bounded = new Response(response.body.pipeThrough(createBounds()), { status, statusText, headers })
  // SDKs read `url` for error messages, and the constructor cannot set it.
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

/** The length of the unfinished line at the end of a chunk. Lines that end within a chunk are below the limit. */
function lengthOfLine(piece: Uint8Array, before: number): number {
  const end = piece.lastIndexOf(LINE_FEED)
  return end === -1 ? before + piece.byteLength : piece.byteLength - end - 1
}

function countLines(piece: Uint8Array): number {
  let lines = 0
  for (let at = piece.indexOf(LINE_FEED); at !== -1; at = piece.indexOf(LINE_FEED, at + 1)) lines++
  return lines
}
