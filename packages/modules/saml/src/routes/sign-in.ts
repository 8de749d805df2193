import { redirectTo } from '@plinth/auth'
import { badInput, type Context, get, notFound, open, post } from '@plinth/core'
import { defineRateLimit } from '@plinth/core/http'
import { finishSignIn, openConnection, type StoredConnection, takeSignIn, toLoginPage } from '@plinth/sso'
import { z } from 'zod'
import { keepResponse } from '../commands/keep-response.ts'
import { takeResponse } from '../commands/take-response.ts'
import { SamlResponse } from '../entities.ts'
import { samlProtocol } from '../protocol.ts'
import { isRequestId, serviceProviderMetadata } from '../service-provider.ts'
import { type VerifiedResponse, verifyResponse } from '../verify-response.ts'

const perNetwork = defineRateLimit({
  name: 'saml-ip',
  points: 60,
  window: 60,
  block: 60,
  key: ({ network }) => network,
})

/** Maximum characters of a response. Group memberships make responses large. */
const MOST = 300_000

const Params = z.object({ connectionId: z.uuid().toLowerCase() })

/** POST /saml/acs/{connectionId}: takes the provider's response (assertion consumer service). */
export const receiveResponse = post(
  '/saml/acs/{connectionId}',
  {
    operation: 'receiveResponse',
    access: open,
    summary: 'Receive a SAML response. Called by the browser on behalf of the identity provider.',
    // Responses are signed, and a sign-in is not complete until the browser requests the stored response.
    http: { fromOtherSites: true, bodyType: 'form', contentType: 'text/html; charset=utf-8' },
    isTool: false,
    params: Params,
    body: z.object({ SAMLResponse: z.string().min(1).max(MOST), RelayState: z.string().max(2_000).optional() }),
    response: z.string(),
    status: 302,
    errors: [400, 404],
    rateLimits: [perNetwork],
    onInvalid: () => badInput('The form has no usable SAMLResponse.'),
  },
  async (ctx) => {
    const { params, body, request, now } = ctx
    const connection = await openSamlConnection(ctx, params.connectionId)
    let verified: VerifiedResponse
    try {
      verified = verifyResponse(connection, { origin: request.origin, now: now(), encoded: body.SAMLResponse })
      // Beginning again would end here again, and so on.
      if (verified.requestId === null && isRequestId(body.RelayState))
        throw new Error('The provider answers a request without naming it (InResponseTo)')
    } catch (error) {
      ctx.log.warn({ err: error, connectionId: connection.id }, 'a provider’s response was refused')
      return toLoginPage(ctx, 'sso_failed')
    }
    const { assertionId, requestId, expiresAt, person } = verified
    // The sign-in was begun at the provider, for example with a tile in its portal. Nothing binds it to this browser, so it is
    // begun again here.
    if (requestId === null) return redirectTo(`/api/sso/start/${connection.id}`)
    const kept = await inTenantOf(ctx, connection, ({ run }) =>
      run(keepResponse, {
        connectionId: connection.id,
        assertionId,
        requestId,
        person,
        expiresAt: expiresAt.toISOString(),
      }),
    )
    if (kept.isReplay) return toLoginPage(ctx, 'sso_failed')
    // This request comes from the provider's site, so the browser did not send its cookies. It does when it requests a page.
    return redirectTo(`/api/saml/complete/${connection.id}?response=${kept.id}`)
  },
)

/** GET /saml/complete/{connectionId}: completes a sign-in in the browser that began it. */
export const completeSignIn = get(
  '/saml/complete/{connectionId}',
  {
    operation: 'completeSignIn',
    access: open,
    summary: 'Complete a sign-in with SAML.',
    params: Params,
    query: z.object({ response: z.uuid().toLowerCase() }),
    response: z.string(),
    status: 302,
    http: { contentType: 'text/html; charset=utf-8' },
    errors: [400, 404],
    rateLimits: [perNetwork],
  },
  async (ctx) => {
    const { params, query, request } = ctx
    const connection = await openSamlConnection(ctx, params.connectionId)
    const { id: connectionId } = connection
    const stored = await inTenantOf(ctx, connection, ({ from }) =>
      from(SamlResponse, 'r')
        .select('r.requestId')
        .where('r.id', '=', query.response)
        .where('r.connectionId', '=', connectionId)
        .executeTakeFirst(),
    )
    const begun = stored && takeSignIn(ctx, request, { connectionId, protocol: samlProtocol.id, key: stored.requestId })
    const requestId = begun?.kept['requestId']
    if (!begun || requestId === undefined) return toLoginPage(ctx, 'sso_state')
    const { person } = await inTenantOf(ctx, connection, ({ run }) =>
      run(takeResponse, { id: query.response, connectionId, requestId }),
    )
    if (!person) return toLoginPage(ctx, 'sso_state')
    return finishSignIn(ctx, connection, { person, redirect: begun.redirect })
  },
)

/** GET /saml/metadata/{connectionId}: what the provider needs to know about this platform. */
export const metadata = get(
  '/saml/metadata/{connectionId}',
  {
    operation: 'getMetadata',
    access: open,
    summary: 'Get the SAML metadata of a connection, for its identity provider.',
    params: Params,
    response: z.string(),
    http: { contentType: 'application/samlmetadata+xml' },
    errors: [400, 404],
    rateLimits: [perNetwork],
  },
  async (ctx) => {
    const connection = await openSamlConnection(ctx, ctx.params.connectionId)
    return serviceProviderMetadata(connection, ctx.request.origin)
  },
)

async function openSamlConnection(ctx: Context, id: string): Promise<StoredConnection> {
  const connection = await openConnection(ctx, id)
  if (connection.protocol !== samlProtocol.id) throw notFound('Connection')
  return connection
}

const inTenantOf = <T>(ctx: Context, { tenantId }: StoredConnection, work: (own: Context) => Promise<T>): Promise<T> =>
  ctx.actAs({ actor: 'platform', reason: 'single sign-on', scope: { tenantId } }, work)
