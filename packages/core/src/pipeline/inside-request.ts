import type { Session } from '../define/actor.ts'
import type { InternalRequest, Selection } from '../define/context.ts'

/** What a request from inside the platform says beside what is sent. */
export interface InternalVisit extends Pick<InternalRequest, 'writes' | 'cause'> {
  readonly ip: string
  /** Set where no header says who asks. */
  readonly identify: ((selection: Selection) => Promise<Session | null>) | undefined
}

interface Sent {
  readonly visit: InternalVisit
  readonly method: string
  readonly headers: Headers
  /** The body, which is JSON; undefined for none. */
  readonly sent: string | undefined
  readonly signal: AbortSignal | undefined
}

/**
 * A request that travels over no socket, as far as routes look at it. A `Request`, which costs more than all of this, is
 * made of it when somebody reads its body by themselves.
 */
export class InsideRequest implements Partial<Request> {
  readonly visit: InternalVisit
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly sent: string | undefined
  readonly signal: AbortSignal
  #whole: Request | undefined

  constructor(url: string, { visit, method, headers, sent, signal = NEVER }: Sent) {
    this.visit = visit
    this.url = url
    this.method = method
    this.headers = headers
    this.sent = sent
    this.signal = signal
  }

  get body(): Request['body'] {
    return this.#request.body
  }

  get bodyUsed(): boolean {
    return this.#whole?.bodyUsed ?? false
  }

  text(): Promise<string> {
    return this.#request.text()
  }

  json(): Promise<unknown> {
    return this.#request.json()
  }

  arrayBuffer(): Promise<ArrayBuffer> {
    return this.#request.arrayBuffer()
  }

  bytes(): ReturnType<Request['bytes']> {
    return this.#request.bytes()
  }

  blob(): Promise<Blob> {
    return this.#request.blob()
  }

  formData(): Promise<FormData> {
    return this.#request.formData()
  }

  clone(): Request {
    return this.#request.clone()
  }

  get #request(): Request {
    const { method, headers, sent, signal } = this
    return (this.#whole ??= new Request(this.url, { method, headers, signal, body: sent ?? null }))
  }
}

const NEVER = new AbortController().signal
