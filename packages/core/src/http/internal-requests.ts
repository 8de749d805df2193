import type { Session } from '../define/actor.ts'
import type { Context } from '../define/context.ts'
import type {
  InternalAnswer,
  InternalCaller,
  InternalRequest,
  InternalRequests as Service,
  InternalWork,
} from '../define/internal-request.ts'
import type { RequestFacts, Selection } from '../define/request.ts'
import { H3Event } from 'h3'
import { badInput, unauthenticated } from '../errors.ts'
import { toInternalAnswer } from './internal-answer.ts'
import type { App } from './app.ts'
import { InsideRequest } from './inside-request.ts'
import type { RateLimiter } from './rate-limiter.ts'
import { wire } from './wire.ts'

/** What a request from inside the platform says beside what is sent. */
export interface InternalVisit extends Pick<InternalRequest, 'writes' | 'cause'> {
  readonly ip: string
  /** Set where no header says who asks. */
  readonly identify: ((selection: Selection) => Promise<Session | null>) | undefined
}

export interface InternalRequestsOptions {
  readonly origin: string
  readonly limiter: RateLimiter
  /** Who a request is from. */
  readonly identify: (request: RequestFacts) => Promise<Session | 'invalid' | null>
  readonly app: () => App
  readonly work: <T>(session: Session, options: Origin, work: (ctx: Context) => Promise<T>) => Promise<T>
}

interface Origin extends Pick<InternalRequest, 'writes' | 'cause'> {
  readonly requestId: string | null
}

/** Serves requests from inside. Nothing that is sent makes a request one: only objects made here are known. */
export class InternalRequests implements Service {
  readonly #options: InternalRequestsOptions
  readonly #visits = new WeakMap<object, InternalVisit>()
  readonly #headers = new WeakMap<RequestFacts, Headers>()

  constructor(options: InternalRequestsOptions) {
    this.#options = options
  }

  /** What a request from inside is about; undefined for one from outside. */
  of(request: object): InternalVisit | undefined {
    return this.#visits.get(request)
  }

  async serve({
    method,
    path,
    query = {},
    body,
    caller,
    writes,
    cause,
    signal,
  }: InternalRequest): Promise<InternalAnswer> {
    const url = new URL(this.#options.origin)
    url.pathname = path
    // Dots and backslashes lead elsewhere than where they seem to.
    if (url.pathname !== path) throw badInput('The path is not one that can be sent')
    url.search = toSearch(query)
    const isBare = body === undefined || method === 'GET' || method === 'HEAD'
    const request = new InsideRequest(url.href, {
      method,
      headers: this.#headersOf(caller),
      sent: isBare ? undefined : JSON.stringify(body),
      signal,
    })
    const identify = 'identify' in caller ? caller.identify : undefined
    const ip = 'identify' in caller ? caller.ip : caller.request.ip
    this.#visits.set(request, { ip, identify, writes, cause })
    const app = this.#options.app()
    // Not `fetch`, which would make a `Response` of what is read at once.
    const event = new H3Event(request as unknown as Request, undefined, app)
    return toInternalAnswer(await app.handler(event), event)
  }

  async work<T>({ caller, writes, cause }: InternalWork, work: (ctx: Context) => Promise<T>): Promise<T> {
    const session = await this.identify(caller)
    if (!session) throw unauthenticated()
    const requestId = 'identify' in caller ? null : caller.request.requestId
    return this.#options.work(session, { writes, cause, requestId }, work)
  }

  async identify(caller: InternalCaller): Promise<Session | null> {
    const found = 'identify' in caller ? await caller.identify({}) : await this.#options.identify(caller.request)
    return found === 'invalid' ? null : found
  }

  /** The caller's credentials, selection and language as they arrived; the same for each request that they lead to. */
  #headersOf(caller: InternalCaller): Headers {
    if ('identify' in caller) return new Headers(JSON_CONTENT)
    const { request } = caller
    let headers = this.#headers.get(request)
    if (!headers) {
      const left = [...request.headers].filter(([name]) => !OWN_HEADERS.has(name))
      headers = new Headers([...left, ...Object.entries(JSON_CONTENT), [wire.requestIdHeader, request.requestId]])
      this.#headers.set(request, headers)
    }
    return headers
  }

  count(limit: Parameters<Service['count']>[0], key: string): Promise<void> {
    return this.#options.limiter.consume({ ...limit, key: () => key }, key)
  }
}

/** About the body and the connection of the request that they came with, or about that request alone. */
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
