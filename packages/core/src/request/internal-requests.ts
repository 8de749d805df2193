import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { H3Event, toResponse } from 'h3'
import type { Caller } from '../define/access.ts'
import type { Context, RequestFacts } from '../define/context.ts'
import type {
  InternalAnswer,
  InternalCredential,
  InternalExport,
  InternalRequest,
  InternalRequests,
  InternalWork,
} from '../define/internal-requests.ts'
import { badInput, unauthenticated } from '../errors.ts'
import { wire } from '../http/wire.ts'
import { Answer, type Header } from '../http/answer.ts'
import type { App } from './app.ts'
import { type AuthenticateDeps, identifyByHeaders } from './authenticate.ts'
import { doWork } from '../context/context.ts'
import { type ExportProgress, InsideRequest } from './inside-request.ts'

interface InternalRequestServerOptions extends AuthenticateDeps {
  readonly origin: string
  readonly app: () => App
}

/**
 * Serves internal requests. Only objects created here are recognized; nothing sent over HTTP can turn a request into an internal
 * one.
 */
export class InternalRequestServer implements InternalRequests {
  readonly #options: InternalRequestServerOptions
  readonly #headers = new WeakMap<RequestFacts, Headers>()

  constructor(options: InternalRequestServerOptions) {
    this.#options = options
  }

  async serve(request: InternalRequest): Promise<InternalAnswer> {
    return toInternalAnswer(await this.#send(request))
  }

  async exportList(request: InternalRequest): Promise<InternalExport> {
    const exported: ExportProgress = { rows: 0 }
    const answer = await this.#send(request, exported)
    const headers = new Headers(answer.headers as Headers | Header[])
    const extension = /^attachment; filename="[^"]*\.(\w+)"$/.exec(headers.get('content-disposition') ?? '')?.[1]
    if (answer.status !== 200 || extension === undefined) return toInternalAnswer(answer)
    const { body, status } = answer
    const stream =
      body instanceof ReadableStream
        ? Readable.fromWeb(body as NodeReadableStream)
        : Readable.from([body as Uint8Array], { objectMode: false })
    // Who reads it learns of an error; until then, it must not end the process.
    stream.on('error', () => {})
    const contentType = headers.get('content-type') ?? ''
    return { status, headers, body: undefined, file: { stream, contentType, extension, rows: () => exported.rows } }
  }

  async #send(
    { method, path, query = {}, body, credential, writes, cause, signal, mayReach }: InternalRequest,
    exported?: ExportProgress,
  ): Promise<Answer | Response> {
    const url = new URL(this.#options.origin)
    url.pathname = path
    // With dots or backslashes, a path can resolve to a different one.
    if (url.pathname !== path) throw badInput('The path is not normalized')
    url.search = toSearch(query)
    const isBare = body === undefined || method === 'GET' || method === 'HEAD'
    const identify = 'identify' in credential ? credential.identify : undefined
    const ip = 'identify' in credential ? credential.ip : credential.request.ip
    // A request that results from another is authenticated as its caller was.
    const takesCookies = !('request' in credential) || credential.request.takesCookies
    const request = new InsideRequest(url.href, {
      visit: { ip, takesCookies, identify, writes, cause, mayReach, exported },
      method,
      headers: this.#headersOf(credential),
      sent: isBare ? undefined : JSON.stringify(body),
      signal,
    })
    const app = this.#options.app()
    // Not `fetch`, which would create a `Response` just to be read immediately.
    const event = new H3Event(request as unknown as Request, undefined, app)
    const answered = await app.handler(event)
    // Middleware of the host application may have responded in another way.
    return answered instanceof Answer ? answered : toResponse(answered, event)
  }

  async work<T>({ credential, writes, cause }: InternalWork, work: (ctx: Context) => Promise<T>): Promise<T> {
    const caller = await this.identify(credential)
    if (!caller) throw unauthenticated()
    const requestId = 'identify' in credential ? null : credential.request.requestId
    return doWork({ runtime: this.#options.runtime, caller, origin: { writes, cause, requestId } }, work)
  }

  async identify(credential: InternalCredential): Promise<Caller | null> {
    if ('identify' in credential) return credential.identify({})
    return (await identifyByHeaders(this.#options, credential.request)).caller
  }

  /** The caller's credentials, selection and language as received; the same for every request that results from them. */
  #headersOf(credential: InternalCredential): Headers {
    if ('identify' in credential) return new Headers(JSON_CONTENT)
    const { request } = credential
    let headers = this.#headers.get(request)
    if (!headers) {
      const passed = [...request.headers].filter(([name]) => !OWN_HEADERS.has(name))
      headers = new Headers([...passed, ...Object.entries(JSON_CONTENT), [wire.requestIdHeader, request.requestId]])
      this.#headers.set(request, headers)
    }
    return headers
  }

  count(limit: Parameters<InternalRequests['count']>[0], key: string, points?: number): Promise<void> {
    return this.#options.limiter.consume({ ...limit, key: () => key }, key, { points })
  }

  forget(limit: Parameters<InternalRequests['forget']>[0], key: string): Promise<void> {
    return this.#options.limiter.reset({ ...limit, key: () => key }, key)
  }
}

/** Headers about the body and the connection of the original request, or about that request alone. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'range',
  'te',
  'transfer-encoding',
  'upgrade',
  wire.expectedUpdatedAtHeader,
  wire.idempotencyKeyHeader,
  wire.requestIdHeader,
])

const JSON_CONTENT = { 'content-type': 'application/json' }

function toSearch(query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams()
  for (const [name, values] of Object.entries(query))
    for (const value of [values].flat())
      if (value !== undefined && value !== null)
        search.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value as string))
  return search.toString()
}

/** The response of a route, for programs. Bodies other than JSON are not read. */
async function toInternalAnswer(answer: Answer | Response): Promise<InternalAnswer> {
  const headers = answer.headers as Headers | readonly Header[]
  const type = Array.isArray(headers)
    ? (headers as readonly Header[]).find(([name]) => name === 'content-type')?.[1]
    : (headers as Headers).get('content-type')
  if (type?.startsWith('application/json'))
    return new JsonAnswer(answer.status, headers, parse(await textOf(answer.body)))
  if (answer.body instanceof ReadableStream) await answer.body.cancel()
  return new JsonAnswer(answer.status, headers, undefined)
}

/** Headers are created when they are read, since most are not. */
class JsonAnswer implements InternalAnswer {
  readonly status: number
  readonly body: unknown
  readonly #rawHeaders: Headers | readonly Header[]
  #headers: Headers | undefined

  constructor(status: number, headers: Headers | readonly Header[], body: unknown) {
    this.status = status
    this.body = body
    this.#rawHeaders = headers
  }

  get headers(): Headers {
    return (this.#headers ??= new Headers(this.#rawHeaders as Headers | Header[]))
  }
}

const parse = (text: string): unknown => (text === '' ? undefined : JSON.parse(text))

async function textOf(body: unknown): Promise<string> {
  if (typeof body === 'string') return body
  return new Response(body as BodyInit | null).text()
}
