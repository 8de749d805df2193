import type { Caller } from '../define/access.ts'
import type { Selection } from '../define/context.ts'
import type { InternalRequest } from '../define/internal-requests.ts'

/** The properties of an internal request that HTTP does not have. */
export interface InternalVisit extends Pick<InternalRequest, 'writes' | 'cause' | 'mayReach'> {
  readonly ip: string
  /** False if cookies were ignored in the originating request. */
  readonly takesCookies: boolean
  /** Set if no header identifies the caller. */
  readonly identify: ((selection: Selection) => Promise<Caller | null>) | undefined
  /** Set if lists are exported; otherwise internal requests get pages. */
  readonly exported?: ExportProgress | undefined
}

/** How far an export is. */
export interface ExportProgress {
  rows: number
}

interface InsideRequestInit {
  readonly visit: InternalVisit
  readonly method: string
  readonly headers: Headers
  /** The JSON body; undefined for none. */
  readonly sent: string | undefined
  readonly signal: AbortSignal | undefined
}

/**
 * An internal request with the properties that routes use. A `Request`, which costs more than all of this, is only created if a
 * handler reads the body itself.
 */
export class InsideRequest implements Partial<Request> {
  readonly visit: InternalVisit
  readonly url: string
  readonly method: string
  readonly headers: Headers
  readonly sent: string | undefined
  readonly signal: AbortSignal
  #whole: Request | undefined

  constructor(url: string, { visit, method, headers, sent, signal = NEVER }: InsideRequestInit) {
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
