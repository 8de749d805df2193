import type { Session } from './actor.ts'

/** Languages of messages and mail. */
export const locales = ['en', 'pl', 'es', 'de'] as const
export type Locale = (typeof locales)[number]

/** Where somebody wants to work. */
export interface Selection {
  /** A tenant; only super admins choose one. */
  readonly tenantId?: string | undefined
  /** An organization, or `__all__` for none; what is no identifier is the choice of one that does not exist. */
  readonly organizationId?: string | undefined
}

/** What a handler or authenticator may know of the request, already decoded. */
export interface RequestFacts {
  readonly method: string
  /** The path without the `/api` prefix. */
  readonly path: string
  readonly headers: Headers
  /** The cookie of that name, decoded. */
  cookie(name: string): string | undefined
  /**
   * Where the caller wants to work: what the request names (decisions 31 and 48), else the cookies. Authenticators open
   * the session there, or where the caller is at home when they may not; the platform compares.
   */
  readonly selection: Selection
  /** The cookie of that name if this platform has signed it: what a client can neither make nor change. */
  signedCookie(name: string): string | undefined
  /** The client's address: the socket's, or the proxy's word within the configured depth. */
  readonly ip: string
  /** What limits count the client under: its address, of IPv6 the first 64 bits. */
  readonly network: string
  readonly locale: Locale
  readonly requestId: string
  /** The configured public origin, never the Host header. */
  readonly origin: string
  setHeader(name: string, value: string): void
  setCookie(name: string, value: string, attributes?: CookieAttributes): void
  setSignedCookie(name: string, value: string, attributes?: CookieAttributes): void
  /**
   * Says what a body was that the handler has read itself, by a hash of it. It is then part of what an
   * `Idempotency-Key` stands for (decision 22); call it before a command runs.
   */
  describeBody(digest: string): void
  /**
   * The caller in the tenant and organization that a body names which the handler has read itself, checked as for bodies
   * that the platform reads (decisions 31 and 48).
   */
  sessionIn(named: Readonly<Record<string, unknown>>): Promise<Session>
  /** Whether the caller could ask the same again in the same scope: for what goes on after the first answer. */
  isStillAllowed(): Promise<boolean>
  /** Forgets a rate limit's count for this request's key, as a successful login does. */
  resetRateLimit(name: string): Promise<void>
}

/** `Secure` is added in production. */
export interface CookieAttributes {
  readonly httpOnly?: boolean
  readonly sameSite?: 'lax' | 'strict' | 'none'
  /** Seconds; 0 deletes the cookie. */
  readonly maxAge?: number
  readonly expires?: Date
}
