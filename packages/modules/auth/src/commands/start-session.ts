import { defineCommand, signedIn, unauthenticated } from '@plinth/core'
import type { ExpressionBuilder, Row } from '@plinth/core/data'
import { z } from 'zod'
import { events } from '../contract.ts'
import { credentials } from '../credentials.ts'
import { LoginChallenge, User } from '../entities.ts'
import { mustEnroll, readSignInState } from '../factors/sign-in-policy.ts'
import { assertMethodAllowed } from '../sessions/allowed-methods.ts'
import { createLogin } from '../sessions/create-login.ts'
import { SignInDevice } from '../sessions/sign-in-device.ts'
import { noteSignIn } from '../sessions/sign-in-history.ts'

/** Minutes in which the second factor has to follow the password. */
export const CHALLENGE_MINUTES = 5

/** Under which pending sign-ins are logged, so that analytics do not count them as sign-ins. */
export const ANSWER_CHALLENGE = 'auth.challenges.answer'

/**
 * Pending sign-ins per account and network. Whoever knows the password can neither fill the table nor, from elsewhere, push out the
 * pending sign-in of the owner; limits of logins per account bound the number of networks.
 */
const MAX_CHALLENGES = 10

/**
 * Creates a login for a user whose password has been verified, or a challenge if the account has a second factor or needs one.
 * Nothing else creates a login from a password. With `remember` the login can be refreshed.
 */
export const startSession = defineCommand({
  id: 'auth.sessions.start',
  label: 'Log in',
  access: signedIn,
  undoable: false,
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
    /** Hashes of what a challenge is answered with: its token, and the cookie of the browser; and the network it comes from. */
    challenge: z.object({ tokenHash: z.string(), browserHash: z.string(), network: z.string() }),
  }),
  output: z.object({
    id: z.uuid().nullable(),
    refreshToken: z.string().nullable(),
    /** Set instead of a login if a second factor has to follow. */
    challenge: z.object({ mustEnroll: z.boolean(), kinds: z.array(z.string()) }).nullable(),
    /** When the account will need a second factor, if it has none and one is going to be required. */
    factorRequiredFrom: z.string().nullable(),
  }),
  target: ({ result }) =>
    result.id === null ? { id: null, commandId: ANSWER_CHALLENGE, label: 'Accept password' } : { id: result.id },
  async run(ctx) {
    const { input, from, emit, scope, now, em, inject } = ctx
    const { userId, passwordHash, rehashed, device } = input
    const isUnchanged = ({ eb, and }: ExpressionBuilder<{ readonly u: Row<User> }, 'u'>) =>
      and([eb('u.id', '=', userId), eb('u.passwordHash', '=', passwordHash)])
    const find =
      rehashed === undefined
        ? from(User, 'u').select('u.id').where(isUnchanged).forShare()
        : from
            .update(User, 'u')
            // Rehashing is not an edit of the account, so `updatedAt` is kept for optimistic locking.
            .set(({ ref }) => ({ passwordHash: rehashed, updatedAt: ref('u.updatedAt') }))
            .where(isUnchanged)
            .returning('u.id')
    const [rows, state] = await Promise.all([find.execute(), readSignInState(ctx, userId)])
    if (rows.length === 0) throw unauthenticated()
    await assertMethodAllowed(ctx, { userId, email: input.email, method: 'password' })
    const isEnrolling = mustEnroll(state, now())
    if (state.kinds.length > 0 || isEnrolling) {
      await dropOldest(ctx, userId, input.challenge.network)
      em.create(LoginChallenge, {
        userId,
        ...input.challenge,
        passwordDigest: inject(credentials).hash(rehashed ?? passwordHash),
        remember: input.remember,
        mustEnroll: isEnrolling,
        expiresAt: new Date(now().getTime() + CHALLENGE_MINUTES * 60_000),
      })
      const challenge = { mustEnroll: isEnrolling, kinds: [...state.kinds] }
      return { id: null, refreshToken: null, challenge, factorRequiredFrom: null }
    }
    await noteSignIn(ctx, { userId, method: 'password', outcome: 'success', device })
    emit(events['login.success'], {
      id: userId,
      email: input.email,
      tenantId: scope.tenantId,
      organizationId: input.organizationId,
    })
    const { lifetimeHours, requiredFrom } = state
    const login = createLogin(ctx, { userId, remember: input.remember, method: 'password', device, lifetimeHours })
    return { ...login, challenge: null, factorRequiredFrom: requiredFrom?.toISOString() ?? null }
  },
})

/** Deletes all but the newest pending sign-ins of an account from a network. */
async function dropOldest(
  { from }: Parameters<typeof startSession.run>[0],
  userId: string,
  network: string,
): Promise<void> {
  await from
    .delete(LoginChallenge, 'c')
    .where('c.userId', '=', userId)
    .where('c.network', '=', network)
    .where('c.id', 'not in', ({ selectFrom }) =>
      selectFrom(from.table(LoginChallenge, 'n'))
        .select('n.id')
        .where('n.userId', '=', userId)
        .where('n.network', '=', network)
        .orderBy('n.createdAt', 'desc')
        .limit(MAX_CHALLENGES - 1),
    )
    .execute()
}
