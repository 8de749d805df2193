import { endSessions } from '@plinth/auth'
import { badInput, type Context, notFound, Ok, open, post, signedIn } from '@plinth/core'
import { defineRateLimit } from '@plinth/core/http'
import { keyRing } from '@plinth/core/security'
import { z } from 'zod'
import { endProviderSessions } from '../commands/end-provider-sessions.ts'
import { findConnection, openConnection, type StoredConnection } from '../connections.ts'
import { ID_TOKEN } from '../contract.ts'
import { SsoSession } from '../entities.ts'
import { configure, oidc } from '../oidc.ts'
import { toProviderSession } from '../provider-texts.ts'
import { ALGORITHMS } from '../providers/provider-keys.ts'
import { openIdClient, providers } from '../providers/provider.ts'
import { toSubject } from '../providers/readable-answers.ts'

const perNetwork = defineRateLimit({
  name: 'sso-logout',
  points: 120,
  window: 60,
  block: 60,
  key: ({ network }) => network,
})

/** POST /sso/logout: ends the session, and says where to end that of the provider. */
export const logout = post(
  '/sso/logout',
  {
    operation: 'logout',
    access: signedIn,
    http: { asViewer: true },
    summary: 'Sign out of the product and of the identity provider.',
    isTool: false,
    response: z.object({
      /** Where to send the browser; null if the provider has no such page or was not used. */
      redirect: z.string().nullable(),
    }),
    errors: [400],
  },
  async (ctx) => {
    const { actor, request } = ctx
    const { userId, sessionId, homeTenantId: tenantId } = actor
    if (!userId || !sessionId || !tenantId) throw badInput('Only sessions can be ended.')
    const scope = { tenantId, organizationId: actor.homeOrganizationId, organizationIds: actor.allowedOrganizationIds }
    const redirect = await ctx.actAs({ actor, scope, reason: 'end the own session at home' }, async (own) => {
      const found = await own
        .from(SsoSession, 's')
        .select(['s.connectionId', 's.idToken'])
        .where('s.id', '=', sessionId)
        .executeTakeFirst()
      await own.run(endSessions, { userId, sessionId })
      return found ? endSessionUrl(own, found, request.origin) : null
    })
    request.clearLogin()
    return { redirect }
  },
)

async function endSessionUrl(
  ctx: Context,
  { connectionId, idToken }: { readonly connectionId: string; readonly idToken: string },
  origin: string,
): Promise<string | null> {
  const connection = await findConnection(ctx, connectionId)
  if (connection?.protocol !== oidc.id) return null
  try {
    const configuration = await configure(ctx, connection)
    if (!configuration.serverMetadata().end_session_endpoint) return null
    const hint = ctx.inject(keyRing).decrypt(ID_TOKEN, idToken)
    const { buildEndSessionUrl } = await openIdClient()
    return buildEndSessionUrl(configuration, {
      ...(hint === '' ? { client_id: connection.clientId } : { id_token_hint: hint }),
      post_logout_redirect_uri: `${origin}/login`,
    }).href
  } catch (error) {
    // The session here has ended in any case.
    ctx.log.warn({ err: error, connectionId }, 'the provider’s session could not be ended')
    return null
  }
}

/** POST /sso/backchannel-logout/{connectionId}: a provider ends sessions (OpenID Connect Back-Channel Logout 1.0). */
export const backchannelLogout = post(
  '/sso/backchannel-logout/{connectionId}',
  {
    operation: 'backchannelLogout',
    access: open,
    summary: 'End the sessions that a logout token names. Called by identity providers.',
    isTool: false,
    params: z.object({ connectionId: z.uuid().toLowerCase() }),
    body: z.object({ logout_token: z.string().max(20_000) }),
    http: { bodyType: 'form' },
    response: Ok,
    errors: [400, 404],
    rateLimits: [perNetwork],
    onInvalid: () => badInput('invalid_request'),
  },
  async (ctx) => {
    const connection = await openConnection(ctx, ctx.params.connectionId)
    if (connection.protocol !== oidc.id) throw notFound('Connection')
    const claims = await verifyLogoutToken(ctx, connection, ctx.body.logout_token).catch((error: unknown) => {
      ctx.log.warn({ err: error, connectionId: connection.id }, 'a logout token was refused')
      return null
    })
    if (!claims) throw badInput('invalid_request')
    const scope = { tenantId: connection.tenantId, organizationId: null, organizationIds: null }
    const { isReplay } = await ctx.actAs({ actor: 'platform', reason: 'single sign-on', scope }, ({ run }) =>
      run(endProviderSessions, { connectionId: connection.id, ...claims }),
    )
    if (isReplay) throw badInput('invalid_request')
    return { ok: true as const }
  },
)

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

async function verifyLogoutToken(ctx: Context, connection: StoredConnection, token: string) {
  const configuration = await configure(ctx, connection)
  const { jwks_uri: keysUrl, issuer } = configuration.serverMetadata()
  if (!keysUrl) throw new Error('The provider has no keys')
  const { jwtVerify } = await import('jose')
  const { payload } = await jwtVerify(token, ctx.inject(providers).keysOf(keysUrl, 'logout'), {
    issuer,
    audience: connection.clientId,
    algorithms: ALGORITHMS,
    currentDate: ctx.now(),
    clockTolerance: 60,
    maxTokenAge: '10 minutes',
    requiredClaims: ['iat', 'jti'],
  })
  const { sub, sid, events, nonce, jti } = payload as typeof payload & {
    sid?: unknown
    events?: unknown
    nonce?: unknown
  }
  const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, EVENT)
  if (!isLogout || nonce !== undefined) throw new Error('This is not a logout token')
  const subject = toSubject(sub) ?? null
  if (subject?.includes('\0')) throw new Error('The logout token names nobody who can be stored')
  const providerSession = typeof sid === 'string' && sid.trim() !== '' ? toProviderSession(sid.trim()) : null
  if (subject === null && providerSession === null) throw new Error('The logout token names nobody')
  return { subject, providerSession, tokenId: jti! }
}
