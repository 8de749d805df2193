import { defineCommand, signedIn } from '@plinth/core'
import { z } from 'zod'
import { events } from '../contract.ts'
import { credentials } from '../credentials.ts'
import { LoginChallenge, SecondFactor, User } from '../entities.ts'
import { sendNotice } from '../mail/mail-notice.ts'
import { proveFactor, Proof } from '../factors/prove-factor.ts'
import { replaceRecoveryCodes } from '../factors/recovery-codes.ts'
import { readSignInState } from '../factors/sign-in-policy.ts'
import { spendEnrollment } from '../factors/totp.ts'
import { LocaleName } from '../messages.ts'
import { assertMethodAllowed } from '../sessions/allowed-sign-in-methods.ts'
import { createSession } from '../sessions/create-session.ts'
import { SignInDevice } from '../sessions/sign-in-device.ts'
import { noteSignIn } from '../sessions/sign-in-history.ts'
import { ANSWER_CHALLENGE, startSession } from './start-session.ts'

/** Wrong answers after which the password has to be entered again. */
const MAX_FAILURES = 5

const Answer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('proof'), proof: Proof }),
  /** The first code of an authenticator app, for an account that needs a factor and has none. */
  z.object({
    kind: z.literal('enrollment'),
    enrollmentId: z.uuid(),
    secret: z.string(),
    step: z.number(),
    name: z.string(),
  }),
  /** An enrollment whose code was wrong. */
  z.object({ kind: z.literal('nothing') }),
])

/**
 * Completes a sign-in with its second factor. The challenge is used up by the statement that checks it, and is void once the
 * password has changed. A wrong answer is counted and remains in the account's history.
 */
export const answerChallenge = defineCommand({
  id: ANSWER_CHALLENGE,
  label: 'Reject second factor',
  access: signedIn,
  undoable: false,
  whileSuspended: true,
  resource: 'auth.session',
  input: z.object({
    challengeId: z.uuid(),
    userId: z.uuid(),
    email: z.string(),
    organizationId: z.uuid().nullable(),
    answer: Answer,
    device: SignInDevice,
    locale: LocaleName,
  }),
  output: z.object({
    /** `void`: the challenge has expired, was answered before, or has had too many wrong answers. */
    outcome: z.enum(['done', 'wrong', 'void']),
    session: z.object({ id: z.uuid(), refreshToken: z.string().nullable() }).nullable(),
    recoveryCodes: z.array(z.string()).nullable(),
  }),
  target: ({ input, result }) =>
    result.session
      ? { id: result.session.id, commandId: startSession.id, label: startSession.label ?? null }
      : { id: null, parent: { kind: 'auth.user', id: input.userId } },
  async run(ctx) {
    const { input, from, inject, now, emit, scope } = ctx
    const { challengeId, userId, answer, device } = input
    // Sign-ins of an account take turns, so that only one of two concurrent ones sets up its first factor.
    const user = await from(User, 'u')
      .select(['u.passwordHash', 'u.email'])
      .where('u.id', '=', userId)
      .where('u.isActive', '=', true)
      .where('u.isConfirmed', '=', true)
      .forNoKeyUpdate()
      .executeTakeFirst()
    const challenge = await from(LoginChallenge, 'c')
      .select(['c.passwordDigest', 'c.remember', 'c.mustEnroll', 'c.failures', 'c.expiresAt'])
      .where('c.id', '=', challengeId)
      .where('c.userId', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    const isLive = challenge && challenge.failures < MAX_FAILURES && Date.parse(challenge.expiresAt) > now().getTime()
    if (!isLive || !user) return VOID
    const isSamePassword =
      challenge.passwordDigest === null ||
      (user.passwordHash !== null && inject(credentials).hashes(user.passwordHash).includes(challenge.passwordDigest))
    if (!isSamePassword) return VOID
    const state = await readSignInState(ctx, userId)
    // A factor that was added meanwhile has to be used.
    const isEnrolling = challenge.mustEnroll && state.kinds.length === 0
    const proven = await (answer.kind === 'proof'
      ? proveFactor(ctx, userId, answer.proof)
      : answer.kind === 'enrollment' && isEnrolling
        ? enroll(ctx, { userId, ...answer })
        : null)
    if (!proven) {
      await from
        .update(LoginChallenge, 'c')
        .set({ failures: challenge.failures + 1 })
        .where('c.id', '=', challengeId)
        .execute()
      await noteSignIn(ctx, { userId, method: 'totp', outcome: 'wrong_factor', device })
      return { ...VOID, outcome: 'wrong' as const }
    }
    // Whether the account may sign in this way depends on how it was identified.
    const method = challenge.passwordDigest === null ? 'sso' : proven.method
    await assertMethodAllowed(ctx, { userId, email: user.email, method })
    await from.delete(LoginChallenge, 'c').where('c.id', '=', challengeId).execute()
    await noteSignIn(ctx, { userId, method: proven.method, outcome: 'success', device })
    if (proven.method === 'recovery_code') sendNotice(ctx, { userId, kind: 'recoveryCodeUsed', locale: input.locale })
    const { email, organizationId } = input
    emit(events['login.success'], { id: userId, email, tenantId: scope.tenantId, organizationId })
    const { lifetimeHours } = state
    const { remember } = challenge
    const session = await createSession(ctx, { id: challengeId, userId, remember, ...proven, device, lifetimeHours })
    const recoveryCodes = isEnrolling ? await replaceRecoveryCodes(ctx, userId) : null
    return { outcome: 'done' as const, session, recoveryCodes }
  },
})

const VOID = { outcome: 'void' as const, session: null, recoveryCodes: null }

interface EnrolledApp {
  readonly userId: string
  readonly enrollmentId: string
  readonly secret: string
  readonly step: number
  readonly name: string
}

/** Adds the first factor of an account; null if the enrollment has been used. */
async function enroll(ctx: Parameters<typeof answerChallenge.run>[0], enrolled: EnrolledApp) {
  const {
    from,
    now,
    enqueue,
    input: { locale },
  } = ctx
  const { userId, enrollmentId, secret, step, name } = enrolled
  if (!(await spendEnrollment(ctx, enrollmentId))) return null
  const at = now()
  const { id } = await from.create(SecondFactor, { userId, kind: 'totp', name, secret, lastStep: step, lastUsedAt: at })
  sendNotice({ enqueue }, { userId, kind: 'factorAdded', locale })
  return { method: 'totp' as const, factorId: id }
}
