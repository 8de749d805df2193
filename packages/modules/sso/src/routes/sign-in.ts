import { redirectTo, toLocalTarget } from '@plinth/auth'
import { get, open, PlatformError, post } from '@plinth/core'
import { defineRateLimit } from '@plinth/core/http'
import { z } from 'zod'
import { connectionOfDomain, domainOf, openConnection, type StoredConnection } from '../connections.ts'
import { finishSignIn, type SignInError, takeSignIn, toLoginPage } from '../finish-sign-in.ts'
import { oidc } from '../oidc.ts'
import { protocolOf } from '../protocols.ts'
import { type ProviderAnswer, redeemCode } from '../redeem-code.ts'
import { signInState } from '../sign-in-state.ts'

/** Characters of the address to go to afterwards. */
const MOST_REDIRECT = 2_000

const perNetwork = defineRateLimit({ name: 'sso-ip', points: 60, window: 60, block: 60, key: ({ network }) => network })

/**
 * POST /sso/discover: whether an address signs in through a provider. Unknown addresses get the same response as those without
 * a provider.
 */
export const discover = post(
  '/sso/discover',
  {
    operation: 'discover',
    access: open,
    summary: 'Find out where users with an email address sign in, if its domain uses single sign-on.',
    isTool: false,
    body: z.object({ email: z.string().max(320) }),
    response: z.object({
      connection: z.object({ id: z.uuid(), name: z.string(), url: z.string(), isEnforced: z.boolean() }).nullable(),
    }),
    rateLimits: [perNetwork],
  },
  async (ctx) => {
    const domain = domainOf(ctx.body.email.trim())
    const found = domain === null ? null : await connectionOfDomain(ctx, domain)
    if (!found) return { connection: null }
    const { id, name, isEnforced } = found
    return { connection: { id, name, isEnforced, url: `/api/sso/start/${id}` } }
  },
)

/** GET /sso/start/{connectionId}: sends the browser to the provider, with a state that only this browser can use. */
export const start = get(
  '/sso/start/{connectionId}',
  {
    operation: 'start',
    access: open,
    summary: 'Start a sign-in with the identity provider of a connection.',
    params: z.object({ connectionId: z.uuid().toLowerCase() }),
    query: z.object({
      redirect: z.string().max(MOST_REDIRECT).optional(),
      /** `true` to make the provider ask again who it is, for what requires a fresh sign-in. */
      fresh: z.enum(['true', 'false']).optional(),
    }),
    response: z.string(),
    status: 302,
    http: { contentType: 'text/html; charset=utf-8' },
    errors: [400, 404],
    rateLimits: [perNetwork],
  },
  async (ctx) => {
    const { params, query, request } = ctx
    const connection = await openConnection(ctx, params.connectionId)
    const protocol = protocolOf(ctx, connection.protocol)
    const isFresh = query.fresh === 'true'
    const started = await protocol
      ?.start(ctx, connection, { origin: request.origin, isFresh })
      .catch((error: unknown) => {
        ctx.log.warn({ err: error, connectionId: connection.id }, 'a sign-in could not begin')
        return null
      })
    if (!protocol || !started) return toLoginPage(ctx, 'sso_unavailable')
    const target = toLocalTarget(query.redirect, request.origin)
    // Browsers drop cookies that are too large; escaped, an address can be longer than what was sent.
    const redirect = target.length > MOST_REDIRECT ? '/' : target
    const { id: connectionId } = connection
    const { url, kept, key } = started
    signInState.keep(ctx, request, { key, connectionId, protocol: protocol.id, kept, redirect })
    return redirectTo(url)
  },
)

/**
 * GET /sso/callback/{connectionId}: completes a sign-in with OpenID Connect, or redirects to the sign-in page with an error
 * code if it cannot.
 */
export const callback = get(
  '/sso/callback/{connectionId}',
  {
    operation: 'completeSignIn',
    access: open,
    summary: 'Complete a sign-in: the identity provider redirects the browser here.',
    params: z.object({ connectionId: z.uuid().toLowerCase() }),
    query: z.looseObject({}),
    response: z.string(),
    status: 302,
    http: { contentType: 'text/html; charset=utf-8' },
    errors: [400],
    rateLimits: [perNetwork],
  },
  async (ctx) => {
    const { params, request } = ctx
    const response = ctx.event.url.searchParams
    const { connectionId } = params
    const begun = takeSignIn(ctx, request, { connectionId, protocol: oidc.id, key: response.get('state') ?? '' })
    if (!begun) return toLoginPage(ctx, 'sso_state')
    let answer: ProviderAnswer
    let connection: StoredConnection
    try {
      connection = await openConnection(ctx, connectionId)
      if (connection.protocol !== oidc.id) throw new Error('The connection speaks another protocol')
      answer = await redeemCode(ctx, connection, { kept: begun.kept, response })
    } catch (error) {
      ctx.log.warn({ err: error, connectionId }, 'a provider’s response was refused')
      return toLoginPage(ctx, toSignInError(error))
    }
    return finishSignIn(ctx, connection, { ...answer, redirect: begun.redirect, once: begun.kept['nonce'] ?? null })
  },
)

/** What a provider's error says (RFC 6749, OpenID Connect Core). Everything else is a response that cannot be used. */
const ERRORS: Readonly<Record<string, SignInError>> = {
  access_denied: 'sso_denied',
  consent_required: 'sso_denied',
  login_required: 'sso_login_required',
  interaction_required: 'sso_login_required',
  account_selection_required: 'sso_login_required',
  server_error: 'sso_unavailable',
  temporarily_unavailable: 'sso_unavailable',
}

/** Why a response could not be used. */
function toSignInError(error: unknown): SignInError {
  if (error instanceof PlatformError && error.code === 'upstream_failed') return 'sso_unavailable'
  const { code, error: reported } = error as { readonly code?: unknown; readonly error?: unknown }
  // The library has compared the state before.
  const isReported = code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR' && typeof reported === 'string'
  return (isReported && Object.hasOwn(ERRORS, reported) && ERRORS[reported]) || 'sso_failed'
}
