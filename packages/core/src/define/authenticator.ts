import type { Session } from './actor.ts'
import type { Context } from './context.ts'
import type { RequestFacts } from './request.ts'

/** What an authenticator sees: the request, and the platform's own authority to look credentials up. */
export interface AuthenticatorContext extends Pick<Context, 'cached' | 'asSystem' | 'log' | 'now' | 'get'> {
  readonly request: RequestFacts
}

/**
 * Recognises a request. Null means "not mine"; `invalid` means the credential was ours and no longer counts, which
 * ends the search and clears the login cookies (section 1.3 of the auth contract).
 */
export interface Authenticator {
  readonly id: string
  readonly authenticate: (ctx: AuthenticatorContext) => Promise<Session | 'invalid' | null>
}

/** Declares an authenticator. Authenticators are asked in module order. */
export function defineAuthenticator(authenticator: Authenticator): Authenticator {
  return Object.freeze(authenticator)
}
