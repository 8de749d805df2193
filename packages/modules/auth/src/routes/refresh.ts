import { badInput, get, open, post, type RouteContext, unauthenticated } from '@plinth/core'
import { type RequestFacts, wire } from '@plinth/core/http'
import { isOwnSite } from '@plinth/core/security'
import { z } from 'zod'
import { renewSessionHash } from '../commands/renew-session-hash.ts'
import { credentials, TOKEN_HASH } from '../credentials.ts'
import { rateLimits } from '../rate-limits.ts'
import { redirectTo, toLocalTarget } from '../redirects.ts'
import { authText } from '../messages.ts'
import { issueTokens } from '../sessions/issue-tokens.ts'
import { loadCaller } from '../sessions/load-caller.ts'
import { findRememberedSession, type RememberedSession } from '../sessions/remembered-session.ts'
import { sessionLimits } from '../sessions/session-limits.ts'
import { mustEnroll, readSignInState } from '../factors/sign-in-policy.ts'
import type { Account } from '../users/account.ts'

/**
 * GET /auth/session/refresh: browsers are redirected here on every 401. A link on another site does not end a login
 * (decision: CSRF).
 */
export const refreshByLink = get(
  '/auth/session/refresh',
  {
    operation: 'refreshSessionByLink',
    access: open,
    http: { asViewer: true, credentials: ['none', 'session'], contentType: 'text/html; charset=utf-8' },
    summary: 'Renew the access cookie and redirect back to the page that the browser came from.',
    query: z.object({ redirect: z.string().optional() }),
    response: z.string(),
    status: 302,
    rateLimits: rateLimits.refresh,
  },
  async (ctx) => {
    const { query, request } = ctx
    const target = toLocalTarget(query.redirect, request.origin)
    if (await renew(ctx, request.cookie(wire.sessionCookie))) return redirectTo(target)
    if (isOwnSite(request.headers)) request.clearLogin()
    return redirectTo(`${ctx.inject(credentials).loginPath}?redirect=${encodeURIComponent(target)}`)
  },
)

const RefreshBody = z.object({ refreshToken: z.string().min(1) })

/** POST /auth/session/refresh. The refresh token is not rotated. */
export const refresh = post(
  '/auth/session/refresh',
  {
    operation: 'refreshSession',
    access: open,
    http: { asViewer: true, credentials: ['none', 'session'], okInErrors: true },
    summary: 'Exchange a refresh token for an access token.',
    body: RefreshBody,
    response: z.object({ ok: z.literal(true), accessToken: z.string(), expiresIn: z.number().int() }),
    errors: [400, 401],
    rateLimits: rateLimits.refresh,
    onInvalid: (_error, request) => {
      request.clearLogin()
      return badInput(authText(request.locale, 'missingRefreshToken'))
    },
  },
  async (ctx) => {
    const renewed = await renew(ctx, ctx.body.refreshToken)
    if (renewed) return { ok: true as const, ...renewed }
    ctx.request.clearLogin()
    throw unauthenticated(authText(ctx.request.locale, 'invalidRefreshToken'))
  },
)

type RefreshContext = Pick<
  RouteContext<undefined, undefined, undefined>,
  'widenScope' | 'cached' | 'inject' | 'now' | 'actAs'
> & {
  readonly request: RequestFacts
}

/** Issues a new access token for a login that is still valid. The account must be as active as for a login. */
async function renew(ctx: RefreshContext, token: string | undefined) {
  const login = await findRememberedSession(ctx, token)
  const opened = login && (await loadCaller(ctx, login.userId))
  if (!opened || !(await mayGoOn(ctx, login, opened.account))) return null
  await renewHash(ctx, login, token!)
  return issueTokens(ctx, ctx.request, { account: opened.account, sessionId: login.id })
}

/** Whether a login is within the tenant's limits, and its account has the second factor that it needs by now. */
async function mayGoOn(ctx: RefreshContext, login: RememberedSession, account: Account): Promise<boolean> {
  const now = ctx.now()
  const { idle, lifetime, requiresFactor } = await sessionLimits(ctx, account)
  const since = (time: string) => now.getTime() - Date.parse(time)
  if (lifetime !== null && since(login.createdAt) > lifetime) return false
  if (idle !== null && since(login.lastUsedAt ?? login.createdAt) > idle) return false
  if (!requiresFactor) return true
  const { id, tenantId, organizationId } = account
  const scope = { tenantId, organizationId, organizationIds: null }
  const state = await ctx.actAs({ actor: 'platform', reason: 'refresh', scope, userId: id }, (own) =>
    readSignInState(own, id),
  )
  return !mustEnroll(state, now)
}

/** A hash from before the key ring cannot be renewed without the token, so this is done when the token is used. */
async function renewHash(
  { inject, actAs }: RefreshContext,
  { id, userId, tenantId, tokenHash: former }: RememberedSession,
  token: string,
): Promise<void> {
  const { ring, hash } = inject(credentials)
  if (former === null || ring.rekey(TOKEN_HASH, former) !== null) return
  const scope = { tenantId, organizationId: null, organizationIds: null }
  await actAs({ actor: 'platform', reason: 'renew the hash of a login', scope, userId }, ({ run }) =>
    run(renewSessionHash, { id, former, tokenHash: hash(token) }),
  )
}
