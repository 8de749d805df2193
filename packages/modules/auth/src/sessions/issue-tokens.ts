import type { Context } from '@plinth/core'
import { type RequestFacts, wire } from '@plinth/core/http'
import { credentials } from '../credentials.ts'
import type { Account } from './account.ts'

interface NewLogin {
  readonly account: Account
  readonly sessionId: string
  /** Set at a login with "remember me". */
  readonly refreshToken?: string | null
}

/** Signs an access token for a login and sets its cookies. */
export async function issueTokens(
  { inject, now }: Pick<Context, 'inject' | 'now'>,
  request: RequestFacts,
  { account, sessionId, refreshToken }: NewLogin,
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
      roles: account.roles.map(({ name }) => name),
    },
  })
  request.setCookie(wire.accessCookie, accessToken, { httpOnly: true, sameSite: 'lax', maxAge: accessTokens.lifetime })
  if (refreshToken) {
    const expires = new Date(now().getTime() + rememberDays * 86_400_000)
    request.setCookie(wire.sessionCookie, refreshToken, { httpOnly: true, sameSite: 'lax', expires })
  }
  return { accessToken, expiresIn: accessTokens.lifetime }
}
