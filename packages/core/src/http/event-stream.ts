/** One server-sent event. `data` travels as JSON. */
export interface ServerEvent {
  /** The event's name; browsers call unnamed ones `message`. */
  readonly event?: string
  /** What the browser sends back as `Last-Event-ID` when it reconnects. */
  readonly id?: string
  readonly data: unknown
}

export interface EventStreamOptions {
  /** Milliseconds between comments that keep proxies from closing a quiet stream; 15,000 unless told. */
  readonly heartbeat?: number
  /** Milliseconds after which the browser reconnects. */
  readonly retry?: number
}

/**
 * Answers with server-sent events. The source is read as fast as the client takes it, and is ended (its `finally`
 * runs) when the client goes away.
 *
 * @example
 * get('/events/stream', { access: signedIn, response: z.never() }, () => toEventStream(changes()))
 */
export function toEventStream(source: AsyncIterable<ServerEvent>, options: EventStreamOptions = {}): Response {
  const { heartbeat = 15_000, retry } = options
  const events = source[Symbol.asyncIterator]()
  let beat: NodeJS.Timeout | undefined
  const stop = () => clearInterval(beat)
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (retry !== undefined) controller.enqueue(encode(`retry: ${Math.trunc(retry)}\n\n`))
      beat = setInterval(() => controller.enqueue(encode(': still here\n\n')), heartbeat)
      beat.unref()
    },
    async pull(controller) {
      const { done, value } = await events.next()
      if (!done) return controller.enqueue(encode(toText(value)))
      stop()
      controller.close()
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

const encoder = new TextEncoder()
const encode = (text: string) => encoder.encode(text)

function toText({ event, id, data }: ServerEvent): string {
  const lines = [...field('event', event), ...field('id', id), `data: ${JSON.stringify(data) ?? 'null'}`]
  return `${lines.join('\n')}\n\n`
}

/** A line break would end the field and begin another. */
function field(name: string, value: string | undefined): string[] {
  return value === undefined ? [] : [`${name}: ${value.replace(/[\r\n\0]/g, ' ')}`]
}
