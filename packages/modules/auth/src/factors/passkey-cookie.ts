import type { RequestFacts } from '@plinth/core/http'

/** The challenge that a browser has been given. Other browsers cannot answer it. */
const COOKIE = 'om_passkey'
const MAX_AGE = 300

export function keepPasskeyState(request: RequestFacts, state: string): void {
  request.setCookie(COOKIE, state, { httpOnly: true, sameSite: 'lax', maxAge: MAX_AGE })
}

/** The state of the request's browser; empty if it has none. */
export const passkeyState = (request: RequestFacts): string => request.cookie(COOKIE)?.slice(0, 2_000) ?? ''
