/**
 * Answers with one JSON text a line. Pages are made when the client has taken those before, so that memory does not
 * grow with the length of the answer; the source is ended (its `finally` runs) when the client goes away. An error in
 * the midst breaks the connection off, so that nobody takes a part for the whole.
 *
 * @example
 * get('/tags/export', { …, contentType: NDJSON }, (ctx) => toNdjson(pages(ctx)))
 */
export function toNdjson(pages: AsyncIterable<readonly unknown[]>): Response {
  const source = pages[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await source.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value.map((line) => `${JSON.stringify(line)}\n`).join('')))
      },
      async cancel() {
        await source.return?.()
      },
    },
    { highWaterMark: 1 },
  )
  return new Response(body, { headers: { 'content-type': NDJSON, 'cache-control': 'no-store' } })
}

/** The content type of such answers. */
export const NDJSON = 'application/x-ndjson; charset=utf-8'
