import { composition, open, type PlatformCaller, post, type RouteContext, unauthenticated } from '@plinth/core'
import { tenants } from '@plinth/directory'
import { z } from 'zod'
import { answerChallenge } from '../commands/answer-challenge.ts'
import { credentials } from '../credentials.ts'
import { CredentialJson } from '../factors/passkeys.ts'
import { passkeyState } from '../factors/passkey-cookie.ts'
import { createAuthenticator, NewAuthenticator, openEnrollment } from '../factors/totp.ts'
import { authText } from '../messages.ts'
import { rateLimits } from '../rate-limits.ts'
import { issueTokens } from '../sessions/issue-tokens.ts'
import { loadCaller } from '../sessions/load-caller.ts'
import {
  clearChallenge,
  countFactorAttempt,
  findChallenge,
  forgetFactorAttempts,
  type OpenChallenge,
} from '../sessions/sign-in-challenge.ts'
import { toSignInDevice } from '../sessions/sign-in-device.ts'
import { trustOwner } from '../sessions/trust-owner.ts'
import { findAccountsByEmail } from '../users/accounts-by-email.ts'
import { LoggedIn } from './login.ts'

const Challenge = z.string().min(10).max(200)

const VerifyBody = z
  .object({
    challenge: Challenge,
    /** A code of an authenticator app, or a recovery code. */
    code: z.string().max(64).optional(),
    /** The answer of a passkey to the options of `POST /auth/login/passkey/options`. */
    passkey: CredentialJson.optional(),
    /** From `POST /auth/login/enroll`, with the first code. */
    enrollment: z.string().max(2_000).optional(),
    /** The name of the new factor. */
    name: z.string().trim().min(1).max(100).default('Authenticator app'),
  })
  .refine(({ code, passkey }) => (code === undefined) !== (passkey === undefined), 'Provide a code or a passkey.')

/** POST /auth/login/verify: completes a sign-in with its second factor. The response is that of a login without one. */
export const verifyLogin = post(
  '/auth/login/verify',
  {
    operation: 'verifyLogin',
    access: open,
    summary: 'Complete a sign-in with a second factor.',
    isTool: false,
    body: VerifyBody,
    response: LoggedIn.extend({
      /** Shown once, after the first factor was set up during this sign-in. */
      recoveryCodes: z.array(z.string()).optional(),
    }),
    errors: [400, 401],
    http: { okInErrors: true },
    rateLimits: rateLimits.factor,
  },
  async (ctx) => {
    const { body, request, inject, actAs } = ctx
    const { locale } = request
    const { challenge, account, caller } = await openChallenge(ctx, body.challenge)
    const { id: userId, email, tenantId, organizationId } = account
    await countFactorAttempt(ctx, request, { userId, email })
    const { id: challengeId } = challenge
    const device = toSignInDevice(ctx, request, email)
    const result = await actAs(caller, ({ run }) =>
      run(answerChallenge, {
        challengeId,
        userId,
        email,
        organizationId,
        answer: toAnswer(ctx, userId),
        device,
        locale,
      }),
    )
    if (!result.session) {
      const text = result.outcome === 'wrong' ? 'wrongCode' : 'challengeVoid'
      throw unauthenticated(authText(locale, text), {
        code: result.outcome === 'wrong' ? 'wrong_factor' : 'challenge_void',
      })
    }
    await forgetFactorAttempts(ctx, request, { userId, email })
    clearChallenge(request)
    const own = (await findAccountsByEmail(ctx, { email, tenantId, most: 2 })).find(({ id }) => id === userId)
    await trustOwner(ctx, request, { ownsAddress: own?.ownsAddress ?? false, email })
    const { id: sessionId, refreshToken } = result.session
    const { accessToken } = await issueTokens(ctx, request, { account, sessionId, refreshToken })
    return {
      ok: true as const,
      token: accessToken,
      redirect: inject(credentials).homePath,
      ...(refreshToken !== null && { refreshToken }),
      ...(result.recoveryCodes && { recoveryCodes: result.recoveryCodes }),
    }
  },
)

type VerifyContext = RouteContext<undefined, undefined, typeof VerifyBody>

function toAnswer(ctx: VerifyContext, userId: string) {
  const { body, request } = ctx
  const { code = '', passkey, enrollment, name } = body
  if (passkey) {
    const proof = {
      kind: 'passkey' as const,
      credential: passkey,
      state: passkeyState(request),
      origin: request.origin,
    }
    return { kind: 'proof' as const, proof }
  }
  if (enrollment === undefined) return { kind: 'proof' as const, proof: { kind: 'code' as const, code } }
  const opened = openEnrollment(ctx, { enrollment, code: code.replaceAll(/\s/g, ''), userId })
  return opened ? { kind: 'enrollment' as const, name, ...opened } : { kind: 'nothing' as const }
}

/** POST /auth/login/enroll: for an account that needs a second factor to sign in and has none. */
export const enrollAtLogin = post(
  '/auth/login/enroll',
  {
    operation: 'enrollAtLogin',
    access: open,
    summary: 'Set up an authenticator app during a sign-in that requires one.',
    isTool: false,
    body: z.object({ challenge: Challenge }),
    response: NewAuthenticator,
    errors: [400, 401],
    http: { okInErrors: true },
    rateLimits: rateLimits.factor,
  },
  async (ctx) => {
    const { challenge, account } = await openChallenge(ctx, ctx.body.challenge)
    if (!challenge.mustEnroll) throw voidChallenge(ctx)
    const issuer =
      (await ctx.inject(tenants).find(account.tenantId))?.name ?? new URL(ctx.inject(composition).origin).host
    return createAuthenticator(ctx, { userId: account.id, email: account.email, issuer })
  },
)

type ChallengeContext = Pick<VerifyContext, 'widenScope' | 'inject' | 'now' | 'cached' | 'request'>

/**
 * The challenge, its account and the platform as caller in that account's tenant. Throws 401 for a challenge that cannot be
 * answered.
 */
export async function openChallenge(ctx: ChallengeContext, token: string) {
  const challenge: OpenChallenge | null = await findChallenge(ctx, ctx.request, token)
  const opened = challenge && (await loadCaller(ctx, challenge.userId))
  if (opened?.account.tenantId !== challenge?.tenantId || !challenge || !opened) throw voidChallenge(ctx)
  const { account } = opened
  const scope = { tenantId: account.tenantId, organizationId: account.organizationId, organizationIds: null }
  const caller: PlatformCaller = { actor: 'platform', reason: 'login', scope, userId: account.id }
  return { challenge, account, caller }
}

const voidChallenge = ({ request }: ChallengeContext) =>
  unauthenticated(authText(request.locale, 'challengeVoid'), { code: 'challenge_void' })
