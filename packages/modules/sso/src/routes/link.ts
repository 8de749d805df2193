import { badInput, conflict, Ok, post, signedIn } from '@plinth/core'
import { linkIdentity } from '../commands/link-identity.ts'
import { findConnection } from '../connections.ts'
import { pendingLink } from '../sign-in-state.ts'

/**
 * POST /sso/link: after somebody came from a provider with the address of an account that exists, and has then signed in to
 * that account in the same browser, the two are linked. An address alone is never enough (decision: Identities of providers).
 */
export const link = post(
  '/sso/link',
  {
    operation: 'linkIdentity',
    access: { feature: signedIn, fresh: '10m' },
    summary: "Link the identity from the sign-in just completed to the caller's account.",
    isTool: false,
    response: Ok,
    errors: [400, 409],
  },
  async (ctx) => {
    const { actor, request } = ctx
    const pending = pendingLink.read(ctx, request)
    if (!pending) throw badInput('There is no identity to link. Please sign in at the provider again.')
    const connection = await findConnection(ctx, pending.connectionId)
    const isOwner = actor.kind === 'user' && actor.userId === pending.userId
    if (!isOwner || actor.homeTenantId !== connection?.tenantId || actor.isSuperAdmin)
      throw conflict('Sign in to the account with the email address that the identity provider reports.')
    const { connectionId, userId, issuer, subject } = pending
    const scope = { tenantId: connection.tenantId, organizationId: null, organizationIds: null }
    await ctx.actAs({ actor: 'platform', reason: 'link identity', scope, userId }, ({ run }) =>
      run(linkIdentity, { connectionId, userId, issuer, subject, locale: request.locale }),
    )
    pendingLink.clear(request)
    return { ok: true as const }
  },
)
