import type { H3Event } from 'h3'
import type { Session } from '../define/actor.ts'
import type { InternalVisit } from './internal-requests.ts'
import type { CookieAttributes, Locale, RequestFacts, Selection } from '../define/request.ts'
import { unauthenticated } from '../errors.ts'
import { clientAddress, networkOf } from './client-address.ts'
import { readCookie, toSetCookie } from './cookies.ts'
import { resolveLocale } from './locale.ts'
import { cookieSelection } from './selection.ts'
import { hashToken, isSameSecret } from '../security/tokens.ts'
import type { SecretKey } from '../security/secret-key.ts'
import { wire } from './wire.ts'

export interface FactsOptions {
  readonly origin: string
  readonly trustedProxies: number
  /** Adds `Secure` to cookies. */
  readonly secureCookies: boolean
  /** Signs what `setSignedCookie` sets. */
  readonly cookieKey: SecretKey
  /** What a request from inside is about; undefined for all that come from outside. */
  readonly internalOf: (request: Request) => InternalVisit | undefined
}

/** What is known of one request, decoded when asked for. */
export class Facts implements RequestFacts {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly requestId: string
  readonly origin: string
  /** Set for a request that comes from inside the platform. */
  readonly internal: InternalVisit | undefined
  /** Headers of the answer. */
  readonly answer: [name: string, value: string][] = []
  readonly #event: H3Event
  readonly #options: FactsOptions
  /** Set by the rate limits of the route. */
  resetter: ((name: string) => Promise<void>) | undefined
  /** Set for a write with a key. */
  describer: ((digest: string) => void) | undefined
  /** Set when the caller is known. */
  enter: ((named: unknown) => Promise<Session>) | undefined
  /** Set when the caller is let in. */
  recheck: (() => Promise<boolean>) | undefined
  #locale: Locale | undefined
  #selection: Selection | undefined

  constructor(event: H3Event, path: string, options: FactsOptions) {
    this.internal = options.internalOf(event.req)
    this.#event = event
    this.#options = options
    this.method = event.req.method
    this.path = path
    this.headers = event.req.headers
    this.origin = options.origin
    this.requestId = toRequestId(this.headers.get(wire.requestIdHeader))
  }

  /** The query; most requests have none, and parsing a URL is not free. */
  get query(): URLSearchParams {
    return this.#event.req.url.includes('?') ? this.#event.url.searchParams : NO_QUERY
  }

  /** Whether a server of `node:http` received it, which writes streams of Node itself. */
  get isFromNode(): boolean {
    return this.#event.runtime?.node?.res !== undefined
  }

  get ip(): string {
    return this.internal?.ip ?? clientAddress(this.headers, this.#event.req.ip, this.#options.trustedProxies)
  }

  get network(): string {
    return networkOf(this.ip)
  }

  get locale(): Locale {
    return (this.#locale ??= resolveLocale(this.cookie(wire.localeCookie), this.headers.get('accept-language')))
  }

  get selection(): Selection {
    return (this.#selection ??= cookieSelection(this))
  }

  /** Set when the request names where to work. */
  set selection(named: Selection) {
    this.#selection = named
  }

  cookie(name: string): string | undefined {
    return readCookie(this.headers.get('cookie'), name)
  }

  signedCookie(name: string): string | undefined {
    const [, value, signature] = /^(.*)\.([0-9a-f]{64})$/s.exec(this.cookie(name) ?? '') ?? []
    if (value === undefined || signature === undefined) return undefined
    return isSameSecret(signature, this.#signatureOf(name, value)) ? value : undefined
  }

  setSignedCookie(name: string, value: string, attributes?: CookieAttributes): void {
    this.setCookie(name, `${value}.${this.#signatureOf(name, value)}`, attributes)
  }

  #signatureOf(name: string, value: string): string {
    return hashToken(`${name}=${value}`, this.#options.cookieKey)
  }

  setHeader(name: string, value: string): void {
    this.answer.push([name, value.replace(/[\r\n\0]/g, ' ')])
  }

  setCookie(name: string, value: string, attributes: CookieAttributes = {}): void {
    this.answer.push(['set-cookie', toSetCookie(name, value, { ...attributes, secure: this.#options.secureCookies })])
  }

  describeBody(digest: string): void {
    this.describer?.(digest)
  }

  async sessionIn(named: Readonly<Record<string, unknown>>): Promise<Session> {
    if (!this.enter) throw unauthenticated()
    return this.enter(named)
  }

  async isStillAllowed(): Promise<boolean> {
    return (await this.recheck?.()) ?? false
  }

  async resetRateLimit(name: string): Promise<void> {
    await this.resetter?.(name)
  }
}

const NO_QUERY = new URLSearchParams()
const REQUEST_ID = /^[\w.:-]{1,128}$/

/** The caller's own id when it is harmless in a log line, else a new one. */
function toRequestId(given: string | null): string {
  return given !== null && REQUEST_ID.test(given) ? given : crypto.randomUUID()
}
