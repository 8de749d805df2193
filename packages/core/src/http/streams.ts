/** A server-sent event. `data` is sent as JSON. */
export interface ServerEvent {
  /** The event's name; browsers dispatch unnamed events as `message`. */
  readonly event?: string
  /** Sent back by the browser as `Last-Event-ID` when it reconnects. */
  readonly id?: string
  readonly data: unknown
}

export interface EventStreamOptions {
  /** Milliseconds between comments that keep proxies from closing an idle stream. Default: 30,000. */
  readonly heartbeat?: number
  /** Milliseconds after which the browser reconnects. */
  readonly retry?: number
  /** Called every second and before each event; the stream ends when it resolves to false: `request.isStillAllowed`. */
  readonly isAllowed?: () => Promise<boolean>
}

/** Single events, or batches that are available at once, which are checked and sent together. */
type Events = AsyncIterable<ServerEvent | readonly ServerEvent[]>

/** Events, or a function that produces them; its signal is aborted when the client disconnects. */
export type EventSource = Events | ((signal: AbortSignal) => Events)

/**
 * Responds with server-sent events. The source is read as fast as the client consumes it, and is ended (its `finally` runs) when
 * the client disconnects or loses access.
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
        // The stream has failed. Nothing else will cancel it, and a timer that wrote to it would crash the host.
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

/** A line break would end the field and start another one. */
function field(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [`${name}: ${value.replace(/[\r\n]/g, ' ')}`]
}

/**
 * Responds with newline-delimited JSON. Pages are created once the client has consumed the previous ones, so memory does not
 * grow with the length of the response; the source is ended (its `finally` runs) when the client disconnects. An error midway
 * breaks the connection, so that an incomplete response is not mistaken for a complete one.
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

/** The content type of newline-delimited JSON. */
export const NDJSON = 'application/x-ndjson; charset=utf-8'
