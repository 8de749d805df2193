import { redirectTo } from '@plinth/auth'
import { type Context, get, open } from '@plinth/core'
import { type RequestFacts, wire } from '@plinth/core/http'
import { isOwnSite } from '@plinth/core/security'
import { z } from 'zod'
import { findRequest, isSender, provision, toVerification, LinkVerification } from '../follow-link.ts'
import { BROWSER_COOKIE } from '../link-tokens.ts'
import { verifyLimit } from '../rate-limits.ts'

/**
 * GET /onboarding/onboarding/verify: the mailed link. It creates one tenant, however often it is followed. In the browser that
 * sent the request the tenant is provisioned immediately; in any other, a password has to be chosen first (decision: Ownership of
 * an email address). Browsers are redirected, API clients get JSON.
 */
export const verify = get(
  '/onboarding/onboarding/verify',
  {
    operation: 'followLink',
    access: open,
    summary: 'Confirm an email address, and create the tenant.',
    query: z.object({ token: z.string().optional() }),
    response: LinkVerification,
    errors: [302],
    rateLimits: [verifyLimit],
  },
  async (ctx) => {
    const { request } = ctx
    const token = ctx.query.token ?? ''
    const answer = toVerification(await follow(ctx, token, request.cookie(BROWSER_COOKIE)), request.origin, token)
    setCookies(request, answer.tenantId)
    return request.headers.get('accept')?.includes('text/html') ? redirectTo(answer.redirect) : answer
  },
)

async function follow(ctx: Context, token: string, cookie: string | undefined) {
  const found = await findRequest(ctx, token)
  if (!found) return { status: 'invalid' as const, tenantId: null }
  if (!found.isCompleted && !isSender(ctx, found, cookie))
    return { status: 'password_required' as const, tenantId: null }
  return provision(ctx, found, null)
}

const FORTNIGHT = 1_209_600

/**
 * Ends the current login of the browser and tells the login page the new tenant. A link on another site changes none of this
 * (decision: CSRF).
 */
export function setCookies(request: RequestFacts, tenantId: string | null): void {
  if (!isOwnSite(request.headers)) return
  for (const name of [wire.accessCookie, wire.sessionCookie]) request.setCookie(name, '', { maxAge: 0 })
  const lifetime = tenantId === null ? { maxAge: 0 } : { maxAge: FORTNIGHT, sameSite: 'lax' as const }
  request.setCookie('om_login_tenant', tenantId ?? '', lifetime)
}
