import type { H3Event } from 'h3'
import { withoutNul } from '../data/text.ts'
import type { Caller } from '../define/access.ts'
import {
  type CookieAttributes,
  type InternalRequest,
  type Locale,
  locales,
  type RequestFacts,
  type Selection,
} from '../define/context.ts'
import { isUuid } from '../data/statements.ts'
import type { Route, RouteSpec } from '../define/route.ts'
import { unauthenticated } from '../errors.ts'
import { clientAddress, networkOf } from '../http/rate-limiter.ts'
import { readCookie, toSetCookie, wire } from '../http/wire.ts'
import { hashToken, isSameSecret, type SecretKey } from '../security/tokens.ts'

export interface RequestInfoOptions {
  readonly origin: string
  readonly trustedProxies: number
  /** Adds `Secure` to cookies. */
  readonly secureCookies: boolean
  /** Signs what `setSignedCookie` sets. */
  readonly cookieKey: SecretKey
}

interface ArrivedRequest {
  readonly event: H3Event
  /** Default: that of the request line, which a header may override. */
  readonly method?: string
}

/** The route, or of what has none the path. */
type RequestedRoute = Pick<Route, 'path'> & { readonly spec?: RouteSpec }

/** What the route can do for its handler, once the caller is let in. */
export interface RequestHooks {
  enter(named: unknown): Promise<Caller>
  isStillAllowed(): Promise<boolean>
  resetRateLimit(name: string): Promise<void>
  describeBody(digest: string): void
}

/** One request, decoded where it is read. */
export class RequestInfo implements RequestFacts {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly requestId: string
  readonly origin: string
  /** Set for a request that comes from inside the platform. */
  readonly internal: InternalVisit | undefined
  /** Whether a login cookie identifies the caller. */
  readonly takesCookies: boolean
  /** Headers of the answer. */
  readonly answer: [name: string, value: string][] = []
  readonly #event: H3Event
  readonly #options: RequestInfoOptions
  /** Set when the caller is let in. */
  hooks: RequestHooks | undefined
  #query: URLSearchParams | undefined
  #locale: Locale | undefined
  #selection: Selection | undefined

  constructor(
    { event, method = event.req.method }: ArrivedRequest,
    route: RequestedRoute,
    options: RequestInfoOptions,
  ) {
    this.internal = event.req instanceof InsideRequest ? event.req.visit : undefined
    this.takesCookies = (route.spec?.takesCookies ?? true) && (this.internal?.takesCookies ?? true)
    this.#event = event
    this.#options = options
    this.method = method
    this.path = route.path
    this.headers = event.req.headers
    this.origin = options.origin
    this.requestId = toRequestId(this.headers.get(wire.requestIdHeader))
  }

  /** The query; most requests have none, and parsing a URL is not free. */
  get query(): URLSearchParams {
    const { url } = this.#event
    return (this.#query ??= url.search === '' ? NO_QUERY : readQuery(url))
  }

  /** What the path names, with U+FFFD in the place of NUL. */
  get params(): Readonly<Record<string, string>> {
    const { context, url } = this.#event
    const { params = NO_PARAMS } = context
    if (!url.pathname.includes('%00')) return params
    return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, withoutNul(value)]))
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
    const header: [string, string] = [name.toLowerCase(), value.replace(/[\r\n\0]/g, ' ')]
    const before = this.answer.findIndex(([known]) => known === header[0])
    if (before === -1) this.answer.push(header)
    else this.answer[before] = header
  }

  setCookie(name: string, value: string, attributes: CookieAttributes = {}): void {
    this.answer.push(['set-cookie', toSetCookie(name, value, { ...attributes, secure: this.#options.secureCookies })])
  }

  clearLogin(): void {
    for (const name of [wire.accessCookie, wire.sessionCookie]) this.setCookie(name, '', { maxAge: 0 })
  }

  describeBody(digest: string): void {
    this.hooks?.describeBody(digest)
  }

  async callerIn(named: Readonly<Record<string, unknown>>): Promise<Caller> {
    if (!this.hooks) throw unauthenticated()
    return this.hooks.enter({ ...named })
  }

  async isStillAllowed(): Promise<boolean> {
    return this.hooks?.isStillAllowed() ?? false
  }

  async resetRateLimit(name: string): Promise<void> {
    await this.hooks?.resetRateLimit(name)
  }
}

const NO_QUERY = new URLSearchParams()
const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze({})

/** Bytes that are no UTF-8, and NUL, are U+FFFD in it (decision 76). */
function readQuery({ search, searchParams }: URL): URLSearchParams {
  if (!search.includes('%00')) return searchParams
  return new URLSearchParams([...searchParams].map((pair) => pair.map(withoutNul)))
}

const REQUEST_ID = /^[\w.:-]{1,128}$/

/** The caller's own id when it is harmless in a log line, else a new one. */
function toRequestId(header: string | null): string {
  return header !== null && REQUEST_ID.test(header) ? header : crypto.randomUUID()
}

/**
 * What a request selects by cookie, with its values normalized, because callers are cached by them: a
 * tenant that is none counts as not chosen, an organization that is none as one that does not exist.
 */
function cookieSelection(request: Pick<RequestFacts, 'headers' | 'cookie'>): Selection {
  if (!request.headers.has('cookie')) return NOTHING
  const tenantId = request.cookie(wire.selectedTenantCookie)
  const organizationId = request.cookie(wire.selectedOrganizationCookie)
  return { tenantId: isUuid(tenantId) ? tenantId : undefined, organizationId: toChoice(organizationId) }
}

function toChoice(organizationId: string | undefined): string | undefined {
  if (!organizationId) return undefined
  return isUuid(organizationId) || organizationId === wire.allOrganizations ? organizationId : NONE
}

const NOTHING: Selection = Object.freeze({})
const NONE = 'none'

/** The language of a request: a supported cookie, else the best accepted one, else English. */
function resolveLocale(cookie: string | undefined, acceptLanguage: string | null): Locale {
  return toLocale(cookie) ?? bestAccepted(acceptLanguage) ?? 'en'
}

/** The supported locale of that name, if it is one. */
function toLocale(value: string | undefined | null): Locale | undefined {
  return locales.find((locale) => locale === value)
}

function bestAccepted(header: string | null): Locale | undefined {
  if (!header) return undefined
  let best: { locale: Locale; weight: number } | undefined
  for (const range of header.slice(0, 512).split(',')) {
    const [tag = '', ...parameters] = range.split(';')
    const locale = toLocale(tag.trim().replace('_', '-').split('-')[0]?.toLowerCase())
    const quality = parameters.map((parameter) => /^\s*q=([0-9.]+)\s*$/.exec(parameter)?.[1]).find(Boolean)
    const weight = quality === undefined ? 1 : Number(quality)
    if (locale && weight > (best?.weight ?? 0)) best = { locale, weight }
  }
  return best?.locale
}

/** What a request from inside the platform says beside what is sent. */
export interface InternalVisit extends Pick<InternalRequest, 'writes' | 'cause' | 'mayReach'> {
  readonly ip: string
  /** False where cookies did not count in the request that led to this one. */
  readonly takesCookies: boolean
  /** Set where no header identifies the caller. */
  readonly identify: ((selection: Selection) => Promise<Caller | null>) | undefined
}

interface InsideRequestInit {
  readonly visit: InternalVisit
  readonly method: string
  readonly headers: Headers
  /** The body, which is JSON; undefined for none. */
  readonly sent: string | undefined
  readonly signal: AbortSignal | undefined
}

/**
 * A request that travels over no socket, as far as routes look at it. A `Request`, which costs more than all of this, is
 * made of it when a handler reads the body itself.
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
