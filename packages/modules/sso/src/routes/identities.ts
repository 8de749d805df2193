import { administer, User } from '@plinth/auth'
import { badInput, type Context, del, get, notFound, Ok, signedIn } from '@plinth/core'
import { z } from 'zod'
import { unlinkIdentity, unlinkOwnIdentity } from '../commands/unlink-identity.ts'
import { features } from '../contract.ts'
import { SsoConnection, SsoIdentity } from '../entities.ts'

/** A link of an account to an identity at a provider. */
const IdentityView = z.object({
  id: z.uuid(),
  connectionId: z.uuid(),
  /** The name of the connection. */
  name: z.string(),
  protocol: z.string(),
  issuer: z.string(),
  /** As the provider names the person. */
  subject: z.string(),
  createdAt: z.string(),
  /** Where to prove again who one is, for what requires a fresh sign-in; null if the connection is switched off. */
  freshUrl: z.string().nullable(),
})
const Identities = z.object({ items: z.array(IdentityView) })

const OfOwn = z.object({ id: z.uuid().toLowerCase() })
const OfUser = z.object({ userId: z.uuid().toLowerCase() })

/** GET /sso/identities */
export const listOwnIdentities = get(
  '/sso/identities',
  {
    operation: 'listIdentities',
    access: signedIn,
    summary: "List the identities linked to the caller's account.",
    isTool: false,
    response: Identities,
    errors: [400],
  },
  (ctx) => ofOwnAccount(ctx, async (own, userId) => ({ items: await readIdentities(own, userId) })),
)

/** DELETE /sso/identities */
export const deleteOwnIdentity = del(
  '/sso/identities',
  {
    operation: 'endLink',
    access: unlinkOwnIdentity.access,
    summary: "Unlink an identity from the caller's account.",
    isTool: false,
    query: OfOwn,
    response: Ok,
    errors: [400, 404, 409],
  },
  (ctx) =>
    ofOwnAccount(ctx, ({ run }, userId) =>
      run(unlinkOwnIdentity, {
        id: ctx.query.id,
        userId,
        sessionId: ctx.actor.sessionId,
        locale: ctx.request.locale,
      }),
    ),
)

/** GET /sso/users/identities */
export const listUserIdentities = get(
  '/sso/users/identities',
  {
    operation: 'listUserIdentities',
    access: features.view,
    reads: { kind: 'auth.user', id: ({ query }) => query['userId'] },
    summary: 'List the identities linked to a user.',
    query: OfUser,
    response: Identities,
    errors: [400, 404],
  },
  (ctx) =>
    administer(ctx, { tenantId: ctx.scope.tenantId }, async (own) => {
      const { userId } = ctx.query
      const { organizationIds } = own.scope
      const user = await own
        .from(User, 'u')
        .select('u.id')
        .where('u.id', '=', userId)
        .$if(organizationIds !== null, (all) => all.where('u.organizationId', 'in', organizationIds!))
        .executeTakeFirst()
      if (!user) throw notFound('User')
      return { items: await readIdentities(own, userId) }
    }),
)

/** DELETE /sso/users/identities */
export const deleteUserIdentity = del(
  '/sso/users/identities',
  {
    operation: 'endUserLink',
    access: unlinkIdentity.access,
    runs: unlinkIdentity,
    summary: 'Unlink an identity from a user. Ends the sessions that were started with it.',
    isTool: false,
    query: OfUser.extend({ id: z.uuid().toLowerCase() }),
    response: Ok,
    errors: [400, 404],
  },
  (ctx) =>
    administer(ctx, { tenantId: ctx.scope.tenantId }, ({ run }) =>
      run(unlinkIdentity, { ...ctx.query, locale: ctx.request.locale }),
    ),
)

async function readIdentities({ from }: Context, userId: string): Promise<z.input<typeof IdentityView>[]> {
  const rows = await from(SsoIdentity, 'i')
    .innerJoin(from.table(SsoConnection, 'c'), 'c.id', 'i.connectionId')
    .select(['i.id', 'i.connectionId', 'i.issuer', 'i.subject', 'i.createdAt', 'c.name', 'c.protocol', 'c.isActive'])
    .where('i.userId', '=', userId)
    .orderBy('i.createdAt')
    .orderBy('i.id')
    .limit(100)
    .execute()
  return rows.map(({ isActive, ...row }) => ({
    ...row,
    freshUrl: isActive ? `/api/sso/start/${row.connectionId}?fresh=true` : null,
  }))
}

/** Runs in the home tenant of the signed-in person. Throws 400 for API keys, which have no identities. */
function ofOwnAccount<T>(ctx: Context, work: (own: Context, userId: string) => Promise<T>): Promise<T> {
  const { homeTenantId: tenantId, userId, kind } = ctx.actor
  if (kind !== 'user' || !userId || !tenantId) throw badInput('Only users can be linked to identity providers.')
  const scope = { tenantId, organizationId: null, organizationIds: null }
  return ctx.actAs({ actor: 'platform', reason: 'own account', scope, userId }, (own) => work(own, userId))
}
