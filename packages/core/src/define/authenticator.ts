import type { Caller } from './access.ts'
import type { Cache } from './cache.ts'
import type { Context, RequestFacts } from './context.ts'

/** What finds out whose a credential is, before there is a caller. */
export type LookUpContext = Pick<Context, 'cached' | 'asSystem' | 'lookUp' | 'inject' | 'now'>

/** What an authenticator receives: the request, and the system's authority to look credentials up. */
export interface AuthenticatorContext extends LookUpContext, Pick<Context, 'record' | 'log'> {
  readonly request: RequestFacts
  readonly attempts: Attempts
  /** The cached value of the key, without a promise; undefined where there is none. */
  peek<T>(cache: Cache<T>, key: string): T | undefined
}

/** Counts wrong credentials, to limit how many a client can try. */
export interface Attempts {
  /** Throws 429 when the request's key of the limit has used it up; counts nothing. */
  assertLeft(limit: RateLimit): Promise<void>
  /** Counts one; throws 429 beyond the limit. */
  count(limit: RateLimit): Promise<void>
}

/**
 * What an authenticator found: the caller; null for a request without a credential of its kind; `unknown` for one that is
 * none of ours, such as a wrong key or an expired token; `ended` for one that was ours and no longer counts, which clears
 * the login cookies unless another credential counts.
 */
export type AuthenticationResult = Caller | 'ended' | 'unknown' | null

/**
 * How a credential arrives: in a header that its sender has put there on purpose, or in a cookie, which browsers attach to
 * whatever any page makes them send.
 */
export type CredentialCarrier = 'header' | 'cookie'

/** Recognises a request by its credential. */
export interface Authenticator {
  readonly id: string
  /** Where it looks for its credential: in one of both, never in both. What a request may do follows from it (decision 90). */
  readonly carrier: CredentialCarrier
  readonly authenticate: (ctx: AuthenticatorContext) => Promise<AuthenticationResult> | AuthenticationResult
}

/**
 * Declares an authenticator. Authenticators are asked in module order, and the first caller counts. A credential in a header
 * that is `unknown` or `ended` is never ignored in favour of a cookie: no cookie identifies that request.
 *
 * @example
 * const deviceAuthenticator = defineAuthenticator({
 *   id: 'devices.certificate',
 *   carrier: 'header',
 *   authenticate: async (ctx) => {
 *     const fingerprint = ctx.request.headers.get('x-device')
 *     return fingerprint === null ? null : ((await callerOfDevice(ctx, fingerprint)) ?? 'unknown')
 *   },
 * })
 */
export function defineAuthenticator(authenticator: Authenticator): Authenticator {
  return Object.freeze(authenticator)
}

/** A request as locators see it, before its database is chosen. */
export interface UnplacedRequest {
  readonly method: string
  /** As routes have it, without the base path. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Headers
  cookie(name: string): string | undefined
  /** The members of a small JSON or form body; none for any other. Nothing is checked. */
  body(): Promise<Readonly<Record<string, unknown>>>
}

/** What a request names: a tenant, or something that is found in one database. */
export type Named = { readonly tenantId: string } | { readonly value: string }

/** Where tenants are on several databases: says to which one a request belongs, before its caller is identified. */
export interface Locator {
  readonly id: string
  /** Default: `header`. Those that look at cookies are asked after all others. */
  readonly carrier?: CredentialCarrier
  /** What the request names; null where this locator does not know. Used for the choice of the database alone. */
  readonly named: (request: UnplacedRequest) => Promise<Named | null> | Named | null
  /** Whether the database of this context has the value. */
  readonly has?: (ctx: LookUpContext, value: string) => Promise<boolean>
  /** Where several databases have the value: whether to ask the next one after an answer with this status. */
  readonly asksNext?: (status: number) => boolean
}

/** Declares a locator. They are asked in module order, those of cookies last; the first that names something counts. */
export function defineLocator(locator: Locator): Locator {
  return Object.freeze(locator)
}

/** So many calls in so many seconds for one key. */
export interface RateLimit {
  /** Also the name under which a host may change the numbers. */
  readonly name: string
  readonly points: number
  /** Seconds. */
  readonly window: number
  /** Seconds a key stays refused after the first refusal; 0 means until the window ends. */
  readonly block: number
  /** Whom to count. The body is as it arrived, not validated; null skips the limit. */
  readonly key: (request: RequestFacts, body: unknown) => string | null
}

/** Declares a rate limit. */
export function defineRateLimit(limit: RateLimit): RateLimit {
  return Object.freeze(limit)
}
