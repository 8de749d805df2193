import type { Context } from '@plinth/core'
import { type RequestFacts, wire } from '@plinth/core/http'
import { credentials } from '../credentials.ts'
import type { Account } from '../users/account.ts'
import { forgetView, sentView } from './views.ts'

interface NewSession {
  readonly account: Account
  readonly sessionId: string
  /** Set for logins with "remember me". */
  readonly refreshToken?: string | null
}

/** Signs an access token for a login and sets its cookies. */
export async function issueTokens(
  { inject, now }: Pick<Context, 'inject' | 'now'>,
  request: RequestFacts,
  { account, sessionId, refreshToken }: NewSession,
): Promise<{ readonly accessToken: string; readonly expiresIn: number }> {
  const { accessTokens, rememberDays } = inject(credentials)
  const accessToken = await accessTokens.sign({
    now: now(),
    claims: {
      sub: account.id,
      sid: sessionId,
      tenantId: account.tenantId,
      orgId: account.organizationId,
      email: account.email,
      roles: namesThatFit(account.roles),
    },
  })
  // A view belongs to the session in which it began.
  if (sentView(request)?.sessionId !== sessionId) forgetView(request)
  request.setCookie(wire.accessCookie, accessToken, { httpOnly: true, sameSite: 'lax', maxAge: accessTokens.lifetime })
  if (refreshToken) {
    const expires = new Date(now().getTime() + rememberDays * 86_400_000)
    request.setCookie(wire.sessionCookie, refreshToken, { httpOnly: true, sameSite: 'lax', expires })
  }
  return { accessToken, expiresIn: accessTokens.lifetime }
}

/** Maximum bytes of role names in a token. Browsers reject cookies of more than 4,096 bytes, and base64 adds a third. */
const MAX_NAMES = 2_000

/** The first of an account's role names. They never grant rights, and the profile lists all of them. */
function namesThatFit(roles: Account['roles']): string[] {
  let remaining = MAX_NAMES
  const names = roles.map(({ name }) => name)
  const end = names.findIndex((name) => (remaining -= Buffer.byteLength(JSON.stringify(name)) + 1) < 0)
  return end === -1 ? names : names.slice(0, end)
}
