import type { Caller, PlatformCaller } from './access.ts'
import type { Cache } from './cache.ts'
import type { Context, RequestFacts } from './context.ts'
import type { RateLimit } from './rate-limit.ts'

/** The context for resolving a credential, before the caller is known. */
export type LookUpContext = Pick<Context, 'cached' | 'widenScope' | 'inject' | 'now'>

/** What an authenticator receives: the request, and system authority to look up credentials. */
export interface AuthenticatorContext extends LookUpContext, Pick<Context, 'record' | 'log'> {
  readonly request: RequestFacts
  readonly attempts: Attempts
  /** The cached value of the key, synchronously; undefined if it is not cached. */
  peek<T>(cache: Cache<T>, key: string): T | undefined
}

/** Counts failed credentials to limit how many a client can try. */
export interface Attempts {
  /** Throws 429 if the request's key has exhausted the limit; does not count an attempt. */
  assertLeft(limit: RateLimit): Promise<void>
  /** Counts one attempt; throws 429 beyond the limit. */
  count(limit: RateLimit): Promise<void>
}

/**
 * The result of an authenticator: the caller; null if the request carries no credential of this kind; `unknown` for a credential
 * that was never valid, such as a wrong key or an expired token; `ended` for one that was issued here and is no longer valid,
 * which clears the login cookies unless another credential is valid.
 */
export type AuthenticationResult = Caller | PlatformCaller | 'ended' | 'unknown' | null

/**
 * How a credential is sent: in a header, which the sender sets deliberately, or in a cookie, which browsers attach to requests
 * that any page can trigger.
 */
export type CredentialCarrier = 'header' | 'cookie'

/** Authenticates requests by one kind of credential. */
export interface Authenticator {
  readonly id: string
  /**
   * Where the credential is read from: a header or a cookie, never both. It determines what a request may do (decision: Invalid
   * credentials).
   */
  readonly carrier: CredentialCarrier
  readonly authenticate: (ctx: AuthenticatorContext) => Promise<AuthenticationResult> | AuthenticationResult
}

/**
 * Declares an authenticator. Authenticators run in module order, and the first caller found is used. If a credential in a header
 * is `unknown` or `ended`, cookies are not tried: the request is not authenticated by a cookie instead.
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
