import { defineCommand, signedIn, unauthenticated } from '@plinth/core'
import type { ExpressionBuilder, Row } from '@plinth/core/data'
import { z } from 'zod'
import { events } from '../contract.ts'
import { credentials } from '../credentials.ts'
import { User } from '../entities.ts'
import { readSignInState } from '../factors/sign-in-policy.ts'
import { assertMethodAllowed } from '../sessions/allowed-sign-in-methods.ts'
import { ChallengeHashes, createPendingSignIn, PendingSignIn } from '../sessions/pending-sign-in.ts'
import { createSession } from '../sessions/create-session.ts'
import { SignInDevice } from '../sessions/sign-in-device.ts'
import { noteSignIn } from '../sessions/sign-in-history.ts'

/** The command id under which pending sign-ins are logged, so that analytics do not count them as sign-ins. */
export const ANSWER_CHALLENGE = 'auth.challenges.answer'

/**
 * Creates a login for a user whose password has been verified, or a challenge if the account has a second factor or needs one.
 * Nothing else creates a login from a password. With `remember` the login can be refreshed.
 */
export const startSession = defineCommand({
  id: 'auth.sessions.start',
  label: 'Log in',
  access: signedIn,
  undoable: false,
  whileSuspended: true,
  resource: 'auth.session',
  input: z.object({
    userId: z.uuid(),
    email: z.string(),
    organizationId: z.uuid().nullable(),
    remember: z.boolean(),
    /** The hash that the password was verified against: a login must not survive a concurrent change of the password. */
    passwordHash: z.string(),
    /** Set if the stored hash has outdated parameters. */
    rehashed: z.string().optional(),
    device: SignInDevice,
    challenge: ChallengeHashes,
  }),
  output: z.object({
    id: z.uuid().nullable(),
    refreshToken: z.string().nullable(),
    /** Set instead of a login if a second factor has to follow. */
    challenge: PendingSignIn.nullable(),
    /** When the account will need a second factor, if it has none and one is going to be required. */
    factorRequiredFrom: z.string().nullable(),
  }),
  target: ({ result }) =>
    result.id === null ? { id: null, commandId: ANSWER_CHALLENGE, label: 'Accept password' } : { id: result.id },
  async run(ctx) {
    const { input, from, emit, scope, inject } = ctx
    const { userId, passwordHash, rehashed, device } = input
    const isUnchanged = ({ eb, and }: ExpressionBuilder<{ readonly u: Row<User> }, 'u'>) =>
      and([
        eb('u.id', '=', userId),
        eb('u.passwordHash', '=', passwordHash),
        // Deactivation ends the logins that it finds, so none may be created beside it.
        eb('u.isActive', '=', true),
        eb('u.isConfirmed', '=', true),
      ])
    const find =
      rehashed === undefined
        ? from(User, 'u').select('u.email').where(isUnchanged).forShare()
        : from
            .update(User, 'u')
            // Rehashing is not an edit of the account, so `updatedAt` is kept for optimistic locking.
            .set(({ ref }) => ({ passwordHash: rehashed, updatedAt: ref('u.updatedAt') }))
            .where(isUnchanged)
            .returning('u.email')
    const [rows, state] = await Promise.all([find.execute(), readSignInState(ctx, userId)])
    const [account] = rows
    if (!account) throw unauthenticated()
    await assertMethodAllowed(ctx, { userId, email: account.email, method: 'password' })
    const pending = await createPendingSignIn(ctx, {
      userId,
      state,
      hashes: input.challenge,
      passwordDigest: inject(credentials).hash(rehashed ?? passwordHash),
      remember: input.remember,
    })
    if (pending) return { id: null, refreshToken: null, challenge: pending.challenge, factorRequiredFrom: null }
    await noteSignIn(ctx, { userId, method: 'password', outcome: 'success', device })
    emit(events['login.success'], {
      id: userId,
      email: input.email,
      tenantId: scope.tenantId,
      organizationId: input.organizationId,
    })
    const { lifetimeHours, requiredFrom } = state
    const login = await createSession(ctx, {
      userId,
      remember: input.remember,
      method: 'password',
      device,
      lifetimeHours,
    })
    return { ...login, challenge: null, factorRequiredFrom: requiredFrom?.toISOString() ?? null }
  },
})
