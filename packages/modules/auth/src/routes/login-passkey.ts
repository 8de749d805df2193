import { open, post, unauthenticated } from '@plinth/core'
import { z } from 'zod'
import { openSession } from '../commands/open-session.ts'
import { credentials } from '../credentials.ts'
import { SecondFactor } from '../entities.ts'
import { keepPasskeyState, passkeyState } from '../factors/passkey-cookie.ts'
import { CredentialJson, offerSignIn } from '../factors/passkeys.ts'
import { authText } from '../messages.ts'
import { rateLimits } from '../rate-limits.ts'
import { issueTokens } from '../sessions/issue-tokens.ts'
import { loadCaller } from '../sessions/load-caller.ts'
import { toSignInDevice } from '../sessions/sign-in-device.ts'
import { LoggedIn } from './login.ts'
import { openChallenge } from './login-factor.ts'

/** POST /auth/login/passkey/options: for a passkey alone or, with the challenge of a password, as its second factor. */
export const offerPasskeyLogin = post(
  '/auth/login/passkey/options',
  {
    operation: 'offerPasskeyLogin',
    access: open,
    summary: 'Get the options for `navigator.credentials.get`, to sign in with a passkey.',
    isTool: false,
    body: z.object({ challenge: z.string().min(10).max(200).optional() }),
    response: z.looseObject({ challenge: z.string() }),
    errors: [400, 401],
    http: { okInErrors: true },
    rateLimits: rateLimits.factor,
  },
  async (ctx) => {
    const { body, request, actAs } = ctx
    const { origin } = request
    const opened = body.challenge === undefined ? null : await openChallenge(ctx, body.challenge)
    const { options, state } = opened
      ? await actAs(opened.caller, (own) => offerSignIn(own, { origin, userId: opened.account.id }))
      : await offerSignIn(ctx, { origin, userId: null })
    keepPasskeyState(request, state)
    return { ...options }
  },
)

/** POST /auth/login/passkey: signs in with a passkey alone. */
export const loginByPasskey = post(
  '/auth/login/passkey',
  {
    operation: 'loginByPasskey',
    access: open,
    summary: 'Sign in with a passkey.',
    isTool: false,
    body: z.object({ credential: CredentialJson, remember: z.boolean().default(false) }),
    response: LoggedIn,
    errors: [400, 401, 403],
    http: { okInErrors: true },
    rateLimits: rateLimits.factor,
  },
  async (ctx) => {
    const { body, request, inject, widenScope, actAs } = ctx
    const { credential, remember } = body
    const wrong = () => unauthenticated(authText(request.locale, 'wrongPasskey'), { code: 'wrong_factor' })
    const factor = await widenScope('allTenants', 'find the owner of a passkey', ({ findUnique }) =>
      findUnique(SecondFactor, { credentialId: credential.id }, ['userId', 'tenantId']),
    )
    const opened = factor && (await loadCaller(ctx, factor.userId))
    if (!opened || opened.account.tenantId !== factor.tenantId) throw wrong()
    const { account } = opened
    const { id: userId, email, tenantId, organizationId } = account
    const by = { method: 'passkey' as const, credential, state: passkeyState(request), origin: request.origin }
    const device = toSignInDevice(ctx, request, email)
    const scope = { tenantId, organizationId, organizationIds: null }
    const { session } = await actAs({ actor: 'platform', reason: 'login', scope, userId }, ({ run }) =>
      run(openSession, { userId, email, organizationId, remember, device, by }),
    )
    if (!session) throw wrong()
    const { id: sessionId, refreshToken } = session
    const { accessToken } = await issueTokens(ctx, request, { account, sessionId, refreshToken })
    return {
      ok: true as const,
      token: accessToken,
      redirect: inject(credentials).homePath,
      ...(refreshToken !== null && { refreshToken }),
    }
  },
)
