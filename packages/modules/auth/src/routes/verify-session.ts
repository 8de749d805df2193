import { badInput, Ok, post, type RouteContext, signedIn } from '@plinth/core'
import { z } from 'zod'
import { verifySession } from '../commands/verify-session.ts'
import { credentials } from '../credentials.ts'
import { User } from '../entities.ts'
import { CredentialJson } from '../factors/passkeys.ts'
import { passkeyState } from '../factors/passkey-cookie.ts'
import { authText } from '../messages.ts'
import { rateLimits } from '../rate-limits.ts'
import { countFactorAttempt, forgetFactorAttempts } from '../sessions/sign-in-challenge.ts'
import { ofOwnAccount } from './factors.ts'

const VerifyBody = z
  .object({
    password: z.string().min(1).max(1024).optional(),
    /** A code of an authenticator app, or a recovery code. */
    code: z.string().max(64).optional(),
    passkey: CredentialJson.optional(),
  })
  .refine(
    (body) => Object.values(body).filter((value) => value !== undefined).length === 1,
    'Provide a password, a code or a passkey.',
  )

/**
 * POST /auth/session/verify: the caller proves again who they are, for routes that require a fresh sign-in. An account with a
 * second factor proves it with one.
 */
export const postVerification = post(
  '/auth/session/verify',
  {
    operation: 'verifySession',
    access: signedIn,
    summary: "Verify the caller's identity again after an operation returned `403 verification_required`.",
    isTool: false,
    body: VerifyBody,
    response: Ok,
    errors: [400],
    rateLimits: rateLimits.factor,
  },
  (ctx) =>
    ofOwnAccount(ctx, async (own, userId) => {
      const { actor, request } = ctx
      const { sessionId, email } = actor
      const { locale } = request
      if (sessionId === null || email === null) throw badInput('Only sessions can be confirmed.')
      await countFactorAttempt(ctx, request, { userId, email })
      const proof = await toProof(ctx, userId)
      const { outcome } = proof
        ? await own.run(verifySession, { userId, sessionId, locale, proof })
        : { outcome: 'wrong' as const }
      if (outcome === 'needs_factor')
        throw badInput(authText(locale, 'needsFactor'), { code: 'second_factor_required' })
      if (outcome === 'wrong')
        throw badInput(authText(locale, ctx.body.password === undefined ? 'wrongCode' : 'wrongPassword'), {
          code: 'wrong_factor',
        })
      await forgetFactorAttempts(ctx, request, { userId, email })
      return { ok: true as const }
    }),
)

type VerifyContext = RouteContext<undefined, undefined, typeof VerifyBody>

/** Null for a wrong password, which is compared before a transaction begins. */
async function toProof(ctx: VerifyContext, userId: string) {
  const { body, request, inject, widenScope } = ctx
  const { password, code = '', passkey } = body
  if (passkey)
    return { kind: 'passkey' as const, credential: passkey, state: passkeyState(request), origin: request.origin }
  if (password === undefined) return { kind: 'code' as const, code }
  const stored = await widenScope('allTenants', 'read the password of the caller', ({ from }) =>
    from(User, 'u').select('u.passwordHash').where('u.id', '=', userId).executeTakeFirst(),
  )
  const passwordHash = stored?.passwordHash ?? null
  const { ok } = await inject(credentials).passwords.of(userId, { isKnown: true }).verify(passwordHash, password)
  return ok && passwordHash !== null ? { kind: 'password' as const, passwordHash } : null
}
