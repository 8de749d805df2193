import { fromOperationHeader, type Operation, wire } from '@plinth/core/http'

/** The body a test sends: encoded as JSON unless it is a form, bytes or text. */
export type Body = object | string

/** A response as tests read it. */
export interface TestResponse {
  readonly status: number
  /** The parsed JSON body, or the text of any other; undefined if the body is empty. */
  // `any`, so that tests can access properties without casts.
  readonly body: any
  readonly text: string
  readonly headers: Headers
  /** The decoded undo metadata of a write; null for all other responses. */
  readonly operation: Operation | null
}

/** Sends requests as a given caller. */
export class Client {
  readonly #fetch: (path: string, init: RequestInit) => Promise<Response>

  constructor(fetch: (path: string, init: RequestInit) => Promise<Response>) {
    this.#fetch = fetch
  }

  get(path: string, init?: RequestInit): Promise<TestResponse> {
    return this.send('GET', path, init)
  }

  post(path: string, body?: Body): Promise<TestResponse> {
    return this.send('POST', path, withBody(body))
  }

  put(path: string, body?: Body): Promise<TestResponse> {
    return this.send('PUT', path, withBody(body))
  }

  patch(path: string, body?: Body): Promise<TestResponse> {
    return this.send('PATCH', path, withBody(body))
  }

  del(path: string, body?: Body): Promise<TestResponse> {
    return this.send('DELETE', path, withBody(body))
  }

  /** Returns the raw response, for streams and downloads. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return this.#fetch(path, init)
  }

  async send(method: string, path: string, init: RequestInit = {}): Promise<TestResponse> {
    return toTestResponse(await this.#fetch(path, { ...init, method }))
  }
}

/** Reads a response to its end. */
export async function toTestResponse(response: Response): Promise<TestResponse> {
  const text = await response.text()
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/.test(response.headers.get('content-type') ?? '')
  return {
    status: response.status,
    body: text === '' ? undefined : isJson ? JSON.parse(text) : text,
    text,
    headers: response.headers,
    operation: fromOperationHeader(response.headers.get(wire.operationHeader)),
  }
}

function withBody(body: Body | undefined): RequestInit {
  if (body === undefined) return {}
  if (isReady(body)) return { body }
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
}

function isReady(body: Body): body is string | FormData | URLSearchParams | Blob | Uint8Array<ArrayBuffer> {
  return (
    typeof body === 'string' ||
    body instanceof FormData ||
    body instanceof URLSearchParams ||
    body instanceof Blob ||
    body instanceof Uint8Array
  )
}
