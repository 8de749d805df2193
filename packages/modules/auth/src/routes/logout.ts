import { type Context, forbidden, get, open, post, type RouteContext, unauthenticated } from '@plinth/core'
import { wire } from '@plinth/core/http'
import { isOwnSite } from '@plinth/core/security'
import { z } from 'zod'
import { endSessions } from '../commands/end-sessions.ts'
import { events } from '../contract.ts'
import { credentials } from '../credentials.ts'
import { redirectTo } from '../redirects.ts'
import { atHome } from '../sessions/account-home.ts'
import { findRememberedSession } from '../sessions/remembered-session.ts'
import { forgetView } from '../sessions/views.ts'

const spec = {
  // The refresh cookie is enough, so that a login can be ended after its access token has expired (decision: Sign-out).
  access: open,
  http: {
    asViewer: true,
    credentials: ['bearer', 'key', 'cookie', 'session'],
    contentType: 'text/html; charset=utf-8',
  },
  summary: 'Sign out, clear the cookies and redirect to the sign-in page.',
  response: z.string(),
  status: 302,
  errors: [401, 403],
} as const

/** GET /auth/logout. Ignored if another site sent the browser there. */
export const logoutByLink = get('/auth/logout', { ...spec, operation: 'logoutByLink' }, leave)

export const logout = post('/auth/logout', { ...spec, operation: 'logout' }, leave)

async function leave(ctx: RouteContext<undefined, undefined, undefined>): Promise<Response> {
  const { request, actor } = ctx
  if (!isOwnSite(request.headers)) throw forbidden()
  const remembered = await findRememberedSession(ctx, request.cookie(wire.sessionCookie))
  if (actor.kind === 'anonymous' && !remembered) {
    if (request.cookie(wire.accessCookie) ?? request.cookie(wire.sessionCookie)) request.clearLogin()
    throw unauthenticated()
  }
  const { userId, sessionId: id, homeTenantId: tenantId } = actor
  if (userId && id && tenantId) await end(ctx, { id, userId, tenantId })
  if (remembered && remembered.id !== id) await end(ctx, remembered)
  request.clearLogin()
  forgetView(request)
  return redirectTo(ctx.inject(credentials).loginPath)
}

function end(ctx: Context, { id, userId, tenantId }: { id: string; userId: string; tenantId: string }) {
  return atHome(ctx, { reason: 'log out', userId, tenantId, organizationId: null }, async ({ run, emit }) => {
    await run(endSessions, { userId, sessionId: id })
    emit(events.logout, { id: userId, tenantId, organizationId: null })
  })
}
