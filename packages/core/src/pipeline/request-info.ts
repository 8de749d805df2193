import type { H3Event } from 'h3'
import { isIPv6 } from 'node:net'
import type { Session } from '../define/actor.ts'
import { type CookieAttributes, type Locale, locales, type RequestFacts, type Selection } from '../define/context.ts'
import { unauthenticated } from '../errors.ts'
import { wire } from '../http/wire.ts'
import { hashToken, isSameSecret, type SecretKey } from '../security/tokens.ts'
import { InsideRequest, type InternalVisit } from './inside-request.ts'

export interface RequestInfoOptions {
  readonly origin: string
  readonly trustedProxies: number
  /** Adds `Secure` to cookies. */
  readonly secureCookies: boolean
  /** Signs what `setSignedCookie` sets. */
  readonly cookieKey: SecretKey
}

/** What the route can do for its handler, once the caller is let in. */
export interface RequestHooks {
  enter(named: unknown): Promise<Session>
  isStillAllowed(): Promise<boolean>
  resetRateLimit(name: string): Promise<void>
  describeBody(digest: string): void
}

/** What is known of one request, decoded when asked for. */
export class RequestInfo implements RequestFacts {
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
  readonly #options: RequestInfoOptions
  /** Set when the caller is let in. */
  hooks: RequestHooks | undefined
  #query: URLSearchParams | undefined
  #locale: Locale | undefined
  #selection: Selection | undefined

  constructor(event: H3Event, path: string, options: RequestInfoOptions) {
    this.internal = event.req instanceof InsideRequest ? event.req.visit : undefined
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
    const { url } = this.#event
    return (this.#query ??= url.search === '' ? NO_QUERY : url.searchParams)
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
    this.answer.push([name.toLowerCase(), value.replace(/[\r\n\0]/g, ' ')])
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

  async sessionIn(named: Readonly<Record<string, unknown>>): Promise<Session> {
    if (!this.hooks) throw unauthenticated()
    return this.hooks.enter(named)
  }

  async isStillAllowed(): Promise<boolean> {
    return this.hooks?.isStillAllowed() ?? false
  }

  async resetRateLimit(name: string): Promise<void> {
    await this.hooks?.resetRateLimit(name)
  }
}

const NO_QUERY = new URLSearchParams()
const REQUEST_ID = /^[\w.:-]{1,128}$/

/** The caller's own id when it is harmless in a log line, else a new one. */
function toRequestId(header: string | null): string {
  return header !== null && REQUEST_ID.test(header) ? header : crypto.randomUUID()
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What the database takes for an identifier; claims, cookies and bodies may hold anything. */
export const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value)

/**
 * What a request selects by cookie, with its values normalized, because sessions are remembered by them: a
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

/** The cookie of that name, decoded; undefined when absent or when its encoding is broken. */
export function readCookie(header: string | null, name: string): string | undefined {
  if (!header) return undefined
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    if (equals < 0 || pair.slice(0, equals).trim() !== name) continue
    const value = pair.slice(equals + 1).trim()
    try {
      return decodeURIComponent(
        value.startsWith('"') && value.endsWith('"') && value.length > 1 ? value.slice(1, -1) : value,
      )
    } catch {
      return undefined
    }
  }
  return undefined
}

/** A Set-Cookie value. The value is encoded, so that it cannot end the header or add attributes. */
function toSetCookie(name: string, value: string, attributes: CookieAttributes & { secure: boolean }): string {
  const { httpOnly, sameSite, maxAge, expires, secure } = attributes
  const parts = [`${name}=${encodeURIComponent(value)}`, 'Path=/']
  if (maxAge !== undefined) parts.push(`Max-Age=${Math.trunc(maxAge)}`)
  if (expires) parts.push(`Expires=${expires.toUTCString()}`)
  if (httpOnly) parts.push('HttpOnly')
  if (sameSite) parts.push(`SameSite=${sameSite[0]?.toUpperCase()}${sameSite.slice(1)}`)
  if (secure) parts.push('Secure')
  return parts.join('; ')
}

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

/**
 * The client's address: the socket's own unless `trustedProxies` says how many proxies to believe, then that entry of
 * X-Forwarded-For counted from the right (decision 30).
 */
function clientAddress(headers: Headers, socketAddress: string | undefined, trustedProxies: number): string {
  const socket = socketAddress || 'unknown'
  if (trustedProxies <= 0) return socket
  const forwarded =
    headers
      .get('x-forwarded-for')
      ?.split(',')
      .map((entry) => entry.trim())
      .filter(Boolean) ?? []
  const entry = forwarded.at(-trustedProxies) ?? forwarded[0]
  return entry && entry.length <= 64 ? entry : socket
}

/**
 * The network that an address is counted under: of IPv6 the first 64 bits, for that much every customer is given; other
 * addresses whole.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [first = [], last = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const groups = [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
