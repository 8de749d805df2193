import { EventSourceParserStream } from 'eventsource-parser/stream'
import { ApiError, toResult } from './result.ts'

/** An event of a stream. */
export interface ServerEvent {
  /** `message` unless the server names it. */
  readonly event: string
  readonly id: string | undefined
  /** The parsed JSON. */
  readonly data: unknown
}

export interface EventOptions {
  /** Ends the stream. */
  readonly signal?: AbortSignal
  /** Resumes after this event, as far as the server still has the events that followed. */
  readonly lastEventId?: string
}

/** Milliseconds before a new connection, unless the server says otherwise. */
const PAUSE = 2_000

/**
 * The events of a stream. When the connection breaks, a new one resumes after the last event. Ends when the signal is aborted
 * or the loop is left; throws `ApiError` if the server rejects the stream.
 */
export async function* readEvents(
  open: (init: RequestInit) => Promise<Response>,
  { signal, lastEventId }: EventOptions = {},
): AsyncGenerator<ServerEvent, void, undefined> {
  let [id, pause] = [lastEventId, PAUSE]
  const left = new AbortController()
  const ended = signal ? AbortSignal.any([signal, left.signal]) : left.signal
  try {
    while (!ended.aborted) {
      const response = await open({
        signal: ended,
        headers: { accept: 'text/event-stream', ...(id !== undefined && { 'last-event-id': id }) },
      }).catch(() => undefined)
      if (!response) {
        if (ended.aborted) return
      } else if (!response.ok) {
        const { error } = await toResult(Promise.resolve(response))
        if (response.status < 500 && response.status !== 429) throw new ApiError(error!)
      } else {
        for await (const message of messagesOf(response, (asked) => (pause = asked))) {
          id = message.id ?? id
          yield { event: message.event ?? 'message', id: message.id, data: parse(message.data) }
        }
      }
      await waitFor(pause, ended)
    }
  } finally {
    left.abort()
  }
}

/** Messages until the connection ends or breaks. */
async function* messagesOf(response: Response, onRetry: (milliseconds: number) => void) {
  const reader = response
    .body!.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array<ArrayBuffer>>)
    .pipeThrough(new EventSourceParserStream({ onRetry }))
    .getReader()
  for (;;) {
    const next = await reader.read().catch(() => ({ done: true as const, value: undefined }))
    if (next.done) return
    yield next.value
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const waitFor = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
