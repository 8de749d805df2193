import type { Session } from './actor.ts'
import type { Cache } from './cache.ts'
import type { Context } from './context.ts'
import type { RateLimit } from './rate-limit.ts'
import type { RequestFacts } from './request.ts'

/** What an authenticator sees: the request, and the platform's own authority to look credentials up. */
export interface AuthenticatorContext extends Pick<
  Context,
  'cached' | 'asSystem' | 'lookUp' | 'append' | 'log' | 'now' | 'get'
> {
  readonly request: RequestFacts
  readonly attempts: Attempts
  /** What is cached under the key, at once: who is answered from it costs no promise. */
  known<T>(cache: Cache<T>, key: string): T | undefined
}

/** Counts credentials that were not right, so that nobody can try many. */
export interface Attempts {
  /** Throws 429 when the request's key of the limit has used it up; counts nothing. */
  assertLeft(limit: RateLimit): Promise<void>
  /** Counts one; throws 429 beyond the limit. */
  count(limit: RateLimit): Promise<void>
}

type Recognized = Session | 'invalid' | null

/**
 * Recognises a request. Null means "not mine"; `invalid` means the credential was ours and no longer counts, which
 * clears the login cookies unless another credential counts.
 */
export interface Authenticator {
  readonly id: string
  readonly authenticate: (ctx: AuthenticatorContext) => Promise<Recognized> | Recognized
}

/** Declares an authenticator. Authenticators are asked in module order. */
export function defineAuthenticator(authenticator: Authenticator): Authenticator {
  return Object.freeze(authenticator)
}
