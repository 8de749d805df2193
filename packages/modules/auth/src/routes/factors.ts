import { badInput, composition, type Context, del, get, Id, Ok, post, type RouteContext, signedIn } from '@plinth/core'
import { tenants } from '@plinth/directory'
import { z } from 'zod'
import { addFactor, FactorName } from '../commands/add-factor.ts'
import { removeFactor } from '../commands/remove-factor.ts'
import { renewRecoveryCodes } from '../commands/renew-recovery-codes.ts'
import { SecondFactor, User } from '../entities.ts'
import { FRESH } from '../factors/fresh-sign-in.ts'
import { keepPasskeyState, passkeyState } from '../factors/passkey-cookie.ts'
import { checkRegistration, CredentialJson, offerRegistration } from '../factors/passkeys.ts'
import { countRecoveryCodes } from '../factors/recovery-codes.ts'
import { readSignInState } from '../factors/sign-in-policy.ts'
import { createAuthenticator, NewAuthenticator, openEnrollment } from '../factors/totp.ts'
import { authText } from '../messages.ts'
import { rateLimits } from '../rate-limits.ts'
import { atHome } from '../sessions/account-home.ts'

/** A second factor, without its secret. */
export const FactorView = z.object({
  id: z.uuid(),
  kind: z.enum(['totp', 'passkey']),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  /** Whether a passkey is synchronised to other devices; null for an authenticator app. */
  isBackedUp: z.boolean().nullable(),
})

/** The second factors of an account of the current tenant, oldest first. */
export const readFactors = ({ from }: Pick<Context, 'from'>, userId: string) =>
  from(SecondFactor, 'f')
    .select(['f.id', 'f.kind', 'f.name', 'f.createdAt', 'f.lastUsedAt', 'f.isBackedUp'])
    .where('f.userId', '=', userId)
    .orderBy('f.createdAt')
    .orderBy('f.id')
    .execute()

/** GET /auth/factors */
export const listFactors = get(
  '/auth/factors',
  {
    operation: 'listFactors',
    access: signedIn,
    summary: "List the caller's second factors, and which ones the organization requires.",
    isTool: false,
    response: z.object({
      factors: z.array(FactorView),
      recoveryCodesLeft: z.int(),
      policy: z.enum(['off', 'optional', 'required']),
      requiredFrom: z.string().nullable(),
    }),
    errors: [400],
  },
  (ctx) =>
    ofOwnAccount(ctx, async (own, userId) => {
      const factors = await readFactors(own, userId)
      const recoveryCodesLeft = await countRecoveryCodes(own, userId)
      const { mode, requiredFrom } = await readSignInState(own, userId)
      return { factors, recoveryCodesLeft, policy: mode, requiredFrom: requiredFrom?.toISOString() ?? null }
    }),
)

const Added = Id.extend({
  /** With the first factor, shown once. */
  recoveryCodes: z.array(z.string()).optional(),
})

/** These routes take no input. As everywhere, a body is read only because it may name a tenant. */
const NoMembers = z.object({})

/** POST /auth/factors/totp */
export const offerAuthenticator = post(
  '/auth/factors/totp',
  {
    operation: 'offerAuthenticator',
    access: FRESH,
    summary: 'Get a key for a new authenticator app. Its first code confirms it.',
    isTool: false,
    body: NoMembers,
    response: NewAuthenticator,
  },
  (ctx) =>
    ofOwnAccount(ctx, async (own, userId) => {
      const email = ctx.actor.email ?? ''
      return createAuthenticator(own, { userId, email, issuer: await issuerOf(own) })
    }),
)

const ConfirmBody = z.object({
  enrollment: z.string().max(2_000),
  code: z.string().max(64),
  name: FactorName.default('Authenticator app'),
})

/** POST /auth/factors/totp/confirm */
export const confirmAuthenticator = post(
  '/auth/factors/totp/confirm',
  {
    operation: 'confirmAuthenticator',
    access: FRESH,
    summary: 'Add an authenticator app by confirming its first code.',
    isTool: false,
    body: ConfirmBody,
    response: Added,
    status: 201,
    errors: [400, 409],
    rateLimits: rateLimits.factor,
  },
  (ctx) =>
    ofOwnAccount(ctx, async (own, userId) => {
      const { enrollment, code, name } = ctx.body
      const opened = openEnrollment(own, { enrollment, code: code.replaceAll(/\s/g, ''), userId })
      if (!opened) throw badInput(authText(ctx.request.locale, 'wrongCode'), { code: 'wrong_factor' })
      return add(ctx, own, { userId, name, factor: { kind: 'totp', ...opened } })
    }),
)

/** POST /auth/factors/passkeys/options */
export const offerPasskey = post(
  '/auth/factors/passkeys/options',
  {
    operation: 'offerPasskey',
    access: FRESH,
    summary: 'Get the options for `navigator.credentials.create`, to add a passkey.',
    isTool: false,
    body: NoMembers,
    response: z.looseObject({ challenge: z.string() }),
    errors: [400],
  },
  (ctx) =>
    ofOwnAccount(ctx, async (own, userId) => {
      const { origin } = ctx.request
      const user = await own.from(User, 'u').select(['u.email', 'u.name']).where('u.id', '=', userId).executeTakeFirst()
      if (!user) throw badInput('This account cannot have a passkey.')
      const { options, state } = await offerRegistration(own, { userId, ...user, rpName: await issuerOf(own), origin })
      keepPasskeyState(ctx.request, state)
      return { ...options }
    }),
)

/** POST /auth/factors/passkeys */
export const addPasskey = post(
  '/auth/factors/passkeys',
  {
    operation: 'addPasskey',
    access: FRESH,
    summary: 'Add a passkey.',
    isTool: false,
    body: z.object({ credential: CredentialJson, name: FactorName.default('Passkey') }),
    response: Added,
    status: 201,
    errors: [400, 409],
    rateLimits: rateLimits.factor,
  },
  (ctx) =>
    ofOwnAccount(ctx, async (own, userId) => {
      const { credential, name } = ctx.body
      const { origin } = ctx.request
      const checked = await checkRegistration(own, { credential, state: passkeyState(ctx.request), origin, userId })
      return add(ctx, own, { userId, name, factor: { kind: 'passkey', ...checked } })
    }),
)

/** POST /auth/factors/recovery-codes */
export const postRecoveryCodes = post(
  '/auth/factors/recovery-codes',
  {
    operation: 'renewRecoveryCodes',
    access: FRESH,
    summary: 'Create new recovery codes, which replace the previous ones. They are shown only once.',
    isTool: false,
    body: NoMembers,
    response: renewRecoveryCodes.output,
    errors: [409],
  },
  (ctx) => ofOwnAccount(ctx, ({ run }, userId) => run(renewRecoveryCodes, { userId })),
)

/** DELETE /auth/factors */
export const deleteFactor = del(
  '/auth/factors',
  {
    operation: 'removeFactor',
    access: FRESH,
    summary: 'Remove a second factor. Requires confirmation with another factor or a recovery code.',
    isTool: false,
    query: z.object({ id: z.uuid().toLowerCase() }),
    response: Ok,
    errors: [400, 404, 409],
  },
  (ctx) =>
    ofOwnAccount(ctx, ({ run }, userId) =>
      run(removeFactor, { id: ctx.query.id, userId, sessionId: ctx.actor.sessionId, locale: ctx.request.locale }),
    ),
)

type OwnContext = Pick<RouteContext<undefined, undefined, undefined>, 'request'> & Context

/** Runs in the home tenant of the signed-in person. Throws 400 for API keys, which have no factors. */
export function ofOwnAccount<T>(ctx: Context, work: (own: Context, userId: string) => Promise<T>): Promise<T> {
  const { actor } = ctx
  const { homeTenantId: tenantId, homeOrganizationId: organizationId, userId } = actor
  if (actor.kind !== 'user' || !userId || !tenantId) throw badInput('Only users have second factors and sessions.')
  return atHome(ctx, { reason: 'own account', userId, tenantId, organizationId }, (own) => work(own, userId))
}

async function add(
  { actor, request }: OwnContext,
  { run }: Context,
  factor: Pick<z.input<typeof addFactor.input>, 'userId' | 'name' | 'factor'>,
) {
  const { locale } = request
  const { id, recoveryCodes } = await run(addFactor, { ...factor, sessionId: actor.sessionId, locale })
  return { id, ...(recoveryCodes && { recoveryCodes }) }
}

/** The name under which authenticator apps and browsers show the factor: that of the tenant. */
async function issuerOf({ inject, scope }: Context): Promise<string> {
  return (await inject(tenants).find(scope.tenantId))?.name ?? new URL(inject(composition).origin).host
}
