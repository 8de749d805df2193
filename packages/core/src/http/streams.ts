/** One server-sent event. `data` travels as JSON. */
export interface ServerEvent {
  /** The event's name; browsers call unnamed ones `message`. */
  readonly event?: string
  /** What the browser sends back as `Last-Event-ID` when it reconnects. */
  readonly id?: string
  readonly data: unknown
}

export interface EventStreamOptions {
  /** Milliseconds between comments that keep proxies from closing a quiet stream. Default: 30,000. */
  readonly heartbeat?: number
  /** Milliseconds after which the browser reconnects. */
  readonly retry?: number
  /** Asked every second and before each event; the stream ends when it says no: `request.isStillAllowed`. */
  readonly isAllowed?: () => Promise<boolean>
}

/** Events one by one, or those that are there at once together, which are checked and sent together. */
type Events = AsyncIterable<ServerEvent | readonly ServerEvent[]>

/** Events, or what makes them: the signal is aborted when the client has gone. */
export type EventSource = Events | ((signal: AbortSignal) => Events)

/**
 * Answers with server-sent events. The source is read as fast as the client takes it, and is ended (its `finally`
 * runs) when the client goes away or is not allowed any more.
 *
 * @example
 * get('/events/stream', { access: signedIn, response: z.never() }, () => toEventStream(changes()))
 */
export function toEventStream(source: EventSource, options: EventStreamOptions = {}): Response {
  const { heartbeat = 30_000, retry, isAllowed = async () => true } = options
  const gone = new AbortController()
  const events = (typeof source === 'function' ? source(gone.signal) : source)[Symbol.asyncIterator]()
  const timers: NodeJS.Timeout[] = []
  const stop = () => {
    for (const timer of timers) clearInterval(timer)
    gone.abort()
  }
  const repeat = (milliseconds: number, act: () => void) => timers.push(setInterval(act, milliseconds).unref())
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (retry !== undefined) controller.enqueue(encode(`retry: ${Math.trunc(retry)}\n\n`))
      repeat(heartbeat, () => controller.enqueue(encode(':heartbeat\n\n')))
      const end = () => {
        if (gone.signal.aborted) return
        stop()
        controller.close()
        events.return?.().catch(() => {})
      }
      if (options.isAllowed) repeat(CHECK, () => void isAllowed().then((is) => is || end(), end))
    },
    async pull(controller) {
      try {
        const { done, value } = await events.next()
        const isOpen = !done && (await isAllowed())
        if (gone.signal.aborted) return
        if (isOpen) return controller.enqueue(encode([value].flat().map(toEventText).join('')))
        stop()
        controller.close()
        await events.return?.()
      } catch (error) {
        // The stream breaks off, and a timer that would write into it ends the host. Nobody cancels it any more.
        stop()
        await events.return?.().catch(() => {})
        throw error
      }
    },
    async cancel() {
      stop()
      await events.return?.()
    },
  })
  const headers = {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    'x-accel-buffering': 'no',
  }
  return new Response(body, { headers })
}

const CHECK = 1_000

const encoder = new TextEncoder()
const encode = (text: string) => encoder.encode(text)

function toEventText({ event, id, data }: ServerEvent): string {
  const lines = [...field('event', event), ...field('id', id), `data: ${JSON.stringify(data) ?? 'null'}`]
  return `${lines.join('\n')}\n\n`
}

/** A line break would end the field and begin another. */
function field(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [`${name}: ${value.replace(/[\r\n]/g, ' ')}`]
}

/**
 * Answers with one JSON text a line. Pages are made when the client has taken those before, so that memory does not
 * grow with the length of the answer; the source is ended (its `finally` runs) when the client goes away. An error in
 * the midst breaks the connection off, so that a part is not taken for the whole.
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
