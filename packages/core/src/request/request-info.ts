import type { H3Event } from 'h3'
import { withoutNul } from '../data/query/storable-text.ts'
import { isUuid } from '../data/query/uuid.ts'
import type { Caller } from '../define/access.ts'
import type { CookieAttributes, RequestFacts, Selection } from '../define/context.ts'
import type { Locale } from '../define/locales.ts'
import type { Route, RouteSpec } from '../define/route.ts'
import type { Texts } from '../define/texts.ts'
import { unauthenticated } from '../errors.ts'
import { clientAddress, networkOf } from '../http/client-address.ts'
import { readCookie, toSetCookie } from '../http/cookies.ts'
import { isPrototypeName } from '../http/parse-sent-json.ts'
import { wire } from '../http/wire.ts'
import type { KeyRing } from '../security/key-ring.ts'
import { InsideRequest, type InternalVisit } from './inside-request.ts'
import { resolveLocale } from './resolve-locale.ts'

export interface RequestInfoOptions {
  readonly origin: string
  readonly trustedProxies: number
  /** Adds `Secure` to cookies. */
  readonly secureCookies: boolean
  /** Signs cookies set by `setSignedCookie`. */
  readonly ring: KeyRing
  readonly texts: Texts
}

interface ArrivedRequest {
  readonly event: H3Event
  /** Default: the method of the request line, which a header can override. */
  readonly method?: string
  /** The request that this one is a form of; both have one id, and one response. */
  readonly former?: RequestInfo
}

/** The route, or the path of a request that has no route. */
type RequestedRoute = Pick<Route, 'path'> & { readonly spec?: RouteSpec }

/** A request, decoded on access. */
export class RequestInfo implements RequestFacts {
  readonly method: string
  readonly path: string
  readonly headers: Headers
  readonly requestId: string
  readonly origin: string
  /** Set for an internal request. */
  readonly internal: InternalVisit | undefined
  /** Whether login cookies can identify the caller. */
  readonly takesCookies: boolean
  /** Response headers. */
  readonly answer: [name: string, value: string][]
  readonly #event: H3Event
  readonly #route: RequestedRoute
  readonly #options: RequestInfoOptions
  #query: URLSearchParams | undefined
  #locale: Locale | undefined
  #selection: Selection | undefined

  constructor(
    { event, method = event.req.method, former }: ArrivedRequest,
    route: RequestedRoute,
    options: RequestInfoOptions,
  ) {
    this.internal = event.req instanceof InsideRequest ? event.req.visit : undefined
    this.takesCookies = takesCookies(route.spec) && (this.internal?.takesCookies ?? true)
    this.#event = event
    this.#route = route
    this.#options = options
    this.method = method
    this.path = route.path
    this.headers = event.req.headers
    this.origin = options.origin
    this.answer = former?.answer ?? []
    this.requestId = former?.requestId ?? toRequestId(this.headers.get(wire.requestIdHeader))
  }

  /** The query. Most requests have none, and parsing a URL is not free. */
  get query(): URLSearchParams {
    const { url } = this.#event
    return (this.#query ??= url.search === '' ? NO_QUERY : readQuery(url))
  }

  /** The path parameters, with NUL replaced by U+FFFD. */
  get params(): Readonly<Record<string, string>> {
    const { context, url } = this.#event
    const { params = NO_PARAMS } = context
    if (!url.pathname.includes('%00')) return params
    return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, withoutNul(value)]))
  }

  get texts(): Texts {
    return this.#options.texts
  }

  /** Whether the request was received by a `node:http` server, which can send Node streams. */
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
    return (this.#locale ??= resolveLocale(this.#options.texts.languages, {
      cookie: this.cookie(wire.localeCookie),
      acceptLanguage: this.headers.get('accept-language'),
    }))
  }

  get selection(): Selection {
    return (this.#selection ??= readSelection(this))
  }

  /** The same request, with another query or in another scope. */
  with({ query, selection }: { readonly query?: URLSearchParams; readonly selection?: Selection }): RequestInfo {
    const changed = new RequestInfo(
      { event: this.#event, method: this.method, former: this },
      this.#route,
      this.#options,
    )
    changed.#query = query ?? this.#query
    changed.#selection = selection ?? this.#selection
    changed.#locale = this.#locale
    return changed
  }

  cookie(name: string): string | undefined {
    return readCookie(this.headers.get('cookie'), name)
  }

  signedCookie(name: string): string | undefined {
    const [, value, signature] = SIGNED_COOKIE.exec(this.cookie(name) ?? '') ?? []
    if (value === undefined || signature === undefined) return undefined
    return this.#options.ring.isSigned(COOKIES, [name, value], signature) ? value : undefined
  }

  setSignedCookie(name: string, value: string, attributes?: CookieAttributes): void {
    this.setCookie(name, `${value}.${this.#options.ring.sign(COOKIES, [name, value])}`, attributes)
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

  // What only an admitted request can do: see `HandlerRequest`.

  describeBody(): void {}

  async callerIn(): Promise<Caller> {
    throw unauthenticated()
  }

  async callerNow(): Promise<null> {
    return null
  }

  async isStillAllowed(): Promise<boolean> {
    return false
  }

  async resetRateLimit(): Promise<void> {}
}

/** Whether login cookies authenticate here: not if the route takes only credentials that are sent in headers. */
const takesCookies = (spec: RouteSpec | undefined): boolean =>
  spec?.http?.credentials?.every((one) => one === 'bearer' || one === 'key') !== true

/** The purpose of the keys that sign cookies. */
const COOKIES = 'core.cookies'

const SIGNED_COOKIE = /^(.*)\.(k[0-9a-f]{8}\.s\.[0-9a-f]{64})$/s

const NO_QUERY = new URLSearchParams()

const NO_PARAMS: Readonly<Record<string, string>> = Object.freeze({})

/**
 * Bytes that are not valid UTF-8, and NUL, are replaced by U+FFFD (decision: NUL characters). Names that could reach a prototype
 * are left out.
 */
function readQuery({ search, searchParams }: URL): URLSearchParams {
  if (!search.includes('%00') && !HIDES_PROTOTYPE.test(search)) return searchParams
  const pairs = [...searchParams].map(([name, value]) => [withoutNul(name), withoutNul(value)] as [string, string])
  return new URLSearchParams(pairs.filter(([name]) => !isPrototypeName(name)))
}

/** What the name of a prototype, every letter of which can be percent-encoded, begins with. */
const HIDES_PROTOTYPE = /(_|%5f){2}/i

const REQUEST_ID = /^[\w.:-]{1,128}$/

/** The caller's own request id if it is safe to log, otherwise a new one. */
function toRequestId(header: string | null): string {
  return header !== null && REQUEST_ID.test(header) ? header : crypto.randomUUID()
}

/**
 * The scope selected by cookies, or the organization by a header. The values are normalized because they are part of cache keys: an invalid tenant id counts as
 * not selected, an invalid organization id as one that does not exist.
 */
function readSelection(request: Pick<RequestFacts, 'headers' | 'cookie'>): Selection {
  const named = request.headers.get(wire.selectedOrganizationHeader)
  if (named === null && !request.headers.has('cookie')) return NOTHING
  const tenantId = request.cookie(wire.selectedTenantCookie)
  const organizationId = named ?? request.cookie(wire.selectedOrganizationCookie)
  return { tenantId: isUuid(tenantId) ? tenantId : undefined, organizationId: toChoice(organizationId) }
}

function toChoice(organizationId: string | undefined): string | undefined {
  if (!organizationId) return undefined
  return isUuid(organizationId) || organizationId === wire.allOrganizations ? organizationId : NONE
}

const NOTHING: Selection = Object.freeze({})

const NONE = 'none'
