import { credentials, loadCaller, redirectTo, signInAs, toLocalTarget } from '@plinth/auth'
import { type Context, get, open, PlatformError, post, type RouteContext, systemCaller } from '@plinth/core'
import { defineRateLimit, type RequestFacts } from '@plinth/core/http'
import { z } from 'zod'
import * as client from 'openid-client'
import { connectionOfDomain, domainOf, openConnection, settingsOf, type StoredConnection } from '../connections.ts'
import { keepSession } from '../commands/keep-session.ts'
import { findPerson, type Person, type SignInFault } from '../people.ts'
import { providers } from '../providers/provider.ts'
import { pendingLink, signInState } from '../sign-in-state.ts'

const perNetwork = defineRateLimit({ name: 'sso-ip', points: 60, window: 60, block: 60, key: ({ network }) => network })

/** Where the provider sends browsers back to. Each connection has its own, so that no response is taken for another's. */
export const callbackUrl = (origin: string, connectionId: string) => `${origin}/api/sso/callback/${connectionId}`

/** POST /sso/discover: whether an address signs in by a provider. The same answer for unknown addresses and for those without. */
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

/** GET /sso/start/{connectionId}: sends the browser to the provider, with a state that only it can answer with. */
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
    const { params, query, request, inject } = ctx
    const connection = await openConnection(ctx, params.connectionId)
    const configuration = await configure(ctx, connection).catch(() => null)
    if (!configuration) return toLoginPage(ctx, 'sso_unavailable')
    const verifier = client.randomPKCECodeVerifier()
    const [state, nonce] = [client.randomState(), client.randomNonce()]
    const redirect = toLocalTarget(query.redirect, request.origin)
    signInState.keep({ inject, now: ctx.now }, request, {
      connectionId: connection.id,
      state,
      nonce,
      verifier,
      redirect,
    })
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: callbackUrl(request.origin, connection.id),
      scope: connection.scopes.join(' '),
      response_type: 'code',
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    })
    return redirectTo(url.href)
  },
)

/** GET /sso/callback/{connectionId}: completes a sign-in, and goes back to the sign-in page with a code if it cannot. */
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
    const kept = signInState.read(ctx, request)
    signInState.clear(request)
    // Unsolicited, of another browser, or of another connection than the one that was asked.
    if (kept?.connectionId !== params.connectionId) return toLoginPage(ctx, 'sso_state')
    let person: SignedInPerson
    let connection: StoredConnection
    try {
      connection = await openConnection(ctx, kept.connectionId)
      person = await exchange(ctx, connection, kept)
    } catch (error) {
      ctx.log.warn({ err: error, connectionId: kept.connectionId }, 'a provider’s response was refused')
      return toLoginPage(ctx, 'sso_failed')
    }
    const found = await findPerson(ctx, connection, person)
    if ('fault' in found) {
      if (found.fault === 'link_required') {
        const { issuer, subject } = person
        pendingLink.keep(ctx, request, { connectionId: connection.id, userId: found.userId, issuer, subject })
      }
      return toLoginPage(ctx, `sso_${found.fault}`)
    }
    const opened = await loadCaller(ctx, found.userId)
    if (!opened || opened.account.tenantId !== connection.tenantId) return toLoginPage(ctx, 'sso_account_unusable')
    if (opened.account.isSuperAdmin) return toLoginPage(ctx, 'sso_super_admin')
    const { sessionId } = await signInAs(ctx, request, { account: opened.account, remember: false })
    const scope = { tenantId: connection.tenantId, organizationId: null, organizationIds: null }
    await ctx.within(systemCaller('single sign-on', scope, found.userId), ({ run }) =>
      run(keepSession, {
        sessionId,
        connectionId: connection.id,
        userId: found.userId,
        subject: person.subject,
        providerSession: person.providerSession,
        idToken: person.idToken,
      }),
    )
    return redirectTo(kept.redirect)
  },
)

type CallbackContext = Context & {
  readonly request: RequestFacts
  readonly event: RouteContext<undefined, undefined, undefined>['event']
}

interface SignedInPerson extends Person {
  readonly providerSession: string | null
  readonly idToken: string
}

/** Redeems the code of a response and reads who signed in. Issuer, audience, signature, times, nonce and state are checked by the library. */
async function exchange(
  ctx: CallbackContext,
  connection: StoredConnection,
  kept: { readonly state: string; readonly nonce: string; readonly verifier: string },
): Promise<SignedInPerson> {
  const configuration = await configure(ctx, connection)
  const current = new URL(callbackUrl(ctx.request.origin, connection.id))
  current.search = ctx.event.url.search
  const tokens = await client.authorizationCodeGrant(configuration, current, {
    expectedState: kept.state,
    expectedNonce: kept.nonce,
    pkceCodeVerifier: kept.verifier,
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
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: textOf(all['email']),
    // Providers that do not know the claim answer for their domains, which the tenant has proven.
    isEmailVerified: all['email_verified'] !== false && all['email_verified'] !== 'false',
    name: textOf(all['name'])?.slice(0, 200) ?? null,
    groups: connection.groupsClaim === null ? null : listOf(all[connection.groupsClaim]),
    providerSession: textOf(all['sid']),
    idToken: tokens.id_token,
  }
}

const textOf = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null)

/** Groups beyond this number are ignored. */
const MOST_GROUPS = 1_000

function listOf(value: unknown): string[] {
  const list = Array.isArray(value) ? value : typeof value === 'string' ? [value] : []
  return list.filter((group) => typeof group === 'string').slice(0, MOST_GROUPS)
}

/** Throws 502 if the provider cannot be reached or its configuration is wrong; the log says why. */
export async function configure(
  ctx: Pick<Context, 'inject' | 'log'>,
  connection: StoredConnection,
): Promise<client.Configuration> {
  try {
    return await ctx.inject(providers).configure(settingsOf(ctx, connection))
  } catch (error) {
    ctx.log.warn({ err: error, connectionId: connection.id }, 'a provider cannot be used')
    throw new PlatformError('upstream_failed', 'The identity provider cannot be reached.', { cause: error })
  }
}

/** Back to the sign-in page, which explains the code. */
function toLoginPage(
  ctx: Pick<Context, 'inject'>,
  code: `sso_${SignInFault}` | 'sso_state' | 'sso_failed' | 'sso_unavailable',
): Response {
  return redirectTo(`${ctx.inject(credentials).loginPath}?error=${code}`)
}
