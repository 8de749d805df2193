import type { Session } from './actor.ts'
import type { RateLimit } from './authenticator.ts'
import type { WriteMode } from './command.ts'
import type { Context } from './context.ts'
import { defineService } from './service.ts'

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

/** What led to an entry beside its request, in the entry's context: `{ conversationId, callId }`. */
export type Cause = Readonly<Record<string, string>>

/** Whose rights a request inside the platform has: they are looked up again for each. */
export type InternalCaller =
  /** Whoever sent the request that is being answered, also while its answer streams. */
  | { readonly request: RequestFacts }
  /** A credential that no header carries. Null where it no longer counts. */
  | { readonly identify: (selection: Selection) => Promise<Session | null>; readonly ip: string }

/** A request for one of the platform's own routes that travels over no socket. */
export interface InternalRequest {
  readonly method: string
  /** As it would be sent, encoded, without the query. */
  readonly path: string
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
  readonly caller: InternalCaller
  /** How commands are carried out. Default: for good. */
  readonly writes?: WriteMode
  readonly cause?: Cause
  readonly signal?: AbortSignal | undefined
}

/** For whom work is done, and how. */
export type InternalWork = Pick<InternalRequest, 'caller' | 'writes' | 'cause'>

/** What a route answered. */
export interface InternalAnswer {
  readonly status: number
  readonly headers: Headers
  /** Parsed JSON; undefined for an answer without a body or of another type. */
  readonly body: unknown
}

/** The platform's routes, from inside. */
export interface InternalRequests {
  /** Serves a request through everything that one over HTTP passes: identity, access, limits, validation, rules, log. */
  serve(request: InternalRequest): Promise<InternalAnswer>
  /** Works as the caller, in a unit of work of its own, also when the request that led here is answered. Throws 401. */
  work<T>(options: InternalWork, work: (ctx: Context) => Promise<T>): Promise<T>
  /** Who the caller is at this moment; null when the credential no longer counts. */
  identify(caller: InternalCaller): Promise<Session | null>
  /** Counts a call that comes through no route of its own; throws 429 beyond the limit. */
  count(limit: Omit<RateLimit, 'key'>, key: string): Promise<void>
}

/** Resolve with `get(internalRequests)`; every platform provides it. */
export const internalRequests = defineService<InternalRequests>('core.internal-requests')
