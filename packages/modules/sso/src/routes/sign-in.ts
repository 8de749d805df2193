import { redirectTo, toLocalTarget } from '@plinth/auth'
import { type Context, get, open, post, type RouteContext } from '@plinth/core'
import { defineRateLimit, type RequestFacts } from '@plinth/core/http'
import { z } from 'zod'
import { connectionOfDomain, domainOf, openConnection, type StoredConnection } from '../connections.ts'
import { type BegunSignIn, finishSignIn, type ProviderSession, takeSignIn, toLoginPage } from '../finish-sign-in.ts'
import { callbackUrl, configure, oidc } from '../oidc.ts'
import type { Person } from '../people.ts'
import { protocolOf } from '../protocols.ts'
import { openIdClient } from '../providers/provider.ts'
import { signInState } from '../sign-in-state.ts'

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
    summary: 'Where people with an e-mail address sign in, if their domain has single sign-on.',
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
    summary: 'Sign in by the provider of a connection.',
    params: z.object({ connectionId: z.uuid().toLowerCase() }),
    query: z.object({ redirect: z.string().max(2_000).optional() }),
    response: z.string(),
    status: 302,
    contentType: 'text/html; charset=utf-8',
    errors: [400, 404],
    rateLimits: [perNetwork],
  },
  async (ctx) => {
    const { params, query, request } = ctx
    const connection = await openConnection(ctx, params.connectionId)
    const protocol = protocolOf(ctx, connection.protocol)
    const started = await protocol?.start(ctx, connection, request.origin).catch((error: unknown) => {
      ctx.log.warn({ err: error, connectionId: connection.id }, 'a sign-in could not begin')
      return null
    })
    if (!protocol || !started) return toLoginPage(ctx, 'sso_unavailable')
    const redirect = toLocalTarget(query.redirect, request.origin)
    const { id: connectionId } = connection
    signInState.keep(ctx, request, { connectionId, protocol: protocol.id, kept: started.kept, redirect })
    return redirectTo(started.url)
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
    summary: 'Where providers send browsers back to.',
    params: z.object({ connectionId: z.uuid().toLowerCase() }),
    query: z.looseObject({}),
    response: z.string(),
    status: 302,
    contentType: 'text/html; charset=utf-8',
    errors: [400],
    rateLimits: [perNetwork],
  },
  async (ctx) => {
    const { params, request } = ctx
    const begun = takeSignIn(ctx, request, { connectionId: params.connectionId, protocol: oidc.id })
    if (!begun) return toLoginPage(ctx, 'sso_state')
    let answer: ProviderAnswer
    let connection: StoredConnection
    try {
      connection = await openConnection(ctx, params.connectionId)
      answer = await exchange(ctx, connection, begun)
    } catch (error) {
      ctx.log.warn({ err: error, connectionId: params.connectionId }, 'a provider’s response was refused')
      return toLoginPage(ctx, 'sso_failed')
    }
    return finishSignIn(ctx, connection, { ...answer, redirect: begun.redirect })
  },
)

type CallbackContext = Context & {
  readonly request: RequestFacts
  readonly event: RouteContext<undefined, undefined, undefined>['event']
}

interface ProviderAnswer {
  readonly person: Person
  readonly session: ProviderSession
}

/** Redeems the code of a response and reads who signed in. Issuer, audience, signature, times, nonce and state are checked by the library. */
async function exchange(
  ctx: CallbackContext,
  connection: StoredConnection,
  { kept }: BegunSignIn,
): Promise<ProviderAnswer> {
  const { state, nonce, verifier } = kept
  if (!state || !nonce || !verifier) throw new Error('The state of the sign-in is incomplete')
  const configuration = await configure(ctx, connection)
  const current = new URL(callbackUrl(ctx.request.origin, connection.id))
  current.search = ctx.event.url.search
  const client = await openIdClient()
  const tokens = await client.authorizationCodeGrant(configuration, current, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims || !tokens.id_token) throw new Error('The provider sent no id token')
  const isComplete =
    claims['email'] !== undefined && (connection.groupsClaim === null || claims[connection.groupsClaim] !== undefined)
  const info =
    isComplete || !configuration.serverMetadata().userinfo_endpoint
      ? {}
      : await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
  const all: Readonly<Record<string, unknown>> = { ...info, ...claims }
  const person: Person = {
    issuer: claims.iss,
    subject: claims.sub,
    email: textOf(all['email']),
    // Providers that do not support the claim vouch for their domains, which the tenant has proven.
    isEmailVerified: all['email_verified'] !== false && all['email_verified'] !== 'false',
    name: textOf(all['name'])?.slice(0, 200) ?? null,
    groups: connection.groupsClaim === null ? null : listOf(all[connection.groupsClaim]),
  }
  return { person, session: { id: textOf(all['sid']), idToken: tokens.id_token } }
}

const textOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null)

/** Groups beyond this number are ignored. */
const MOST_GROUPS = 1_000

function listOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : typeof value === 'string' ? [value] : []
  return list.filter((group) => typeof group === 'string').slice(0, MOST_GROUPS)
}
