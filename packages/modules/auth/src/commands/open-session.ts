import { defineCommand, signedIn, unauthenticated } from '@plinth/core'
import { z } from 'zod'
import { events } from '../contract.ts'
import { PasskeyProof, provePasskey } from '../factors/passkeys.ts'
import { readSignInState } from '../factors/sign-in-policy.ts'
import { assertMethodAllowed } from '../sessions/allowed-sign-in-methods.ts'
import { ChallengeHashes, createPendingSignIn, PendingSignIn } from '../sessions/pending-sign-in.ts'
import { createSession } from '../sessions/create-session.ts'
import { SignInDevice } from '../sessions/sign-in-device.ts'
import { noteSignIn } from '../sessions/sign-in-history.ts'
import { lockForSignIn } from '../users/user-rows.ts'
import { ANSWER_CHALLENGE, startSession } from './start-session.ts'

/** A wrong passkey creates neither a login nor a challenge. */
const OpenedSession = z.object({
  session: z.object({ id: z.uuid(), refreshToken: z.string().nullable() }).nullable(),
  /** Set instead of a login if a second factor has to follow. The login gets the id of the challenge. */
  pending: z.object({ id: z.uuid(), challenge: PendingSignIn }).nullable(),
})

/**
 * Creates a login for somebody who did not enter a password. They used a passkey, which is checked here, or were identified by
 * another system that the calling module has asked. A passkey counts as two factors. After another system, a second factor is
 * only asked for with `challenge`; otherwise it is up to that system.
 */
export const openSession = defineCommand({
  id: 'auth.sessions.open',
  label: 'Reject sign-in',
  access: signedIn,
  undoable: false,
  whileSuspended: true,
  resource: 'auth.session',
  input: z.object({
    userId: z.uuid(),
    email: z.string(),
    organizationId: z.uuid().nullable(),
    remember: z.boolean(),
    device: SignInDevice,
    by: z.discriminatedUnion('method', [
      PasskeyProof.extend({ method: z.literal('passkey') }),
      z.object({
        method: z.literal('sso'),
        challenge: ChallengeHashes.nullable(),
        /** When the other system has identified the person; null if it does not say. Default: now. */
        provenAt: z.iso.datetime().nullish(),
      }),
    ]),
  }),
  output: OpenedSession,
  target: ({ input, result }) => toSignInTarget(input.userId, result),
  async run(ctx) {
    const { input, emit, scope } = ctx
    const { userId, organizationId, remember, device, by } = input
    const { method } = by
    const account = await lockForSignIn(ctx, userId)
    if (!account) throw unauthenticated()
    // It may have changed since the account was found.
    const { email } = account
    const factorId = by.method === 'passkey' ? await provePasskey(ctx, userId, by) : null
    if (by.method === 'passkey' && factorId === null) {
      await noteSignIn(ctx, { userId, method, outcome: 'wrong_factor', device })
      return { session: null, pending: null }
    }
    await assertMethodAllowed(ctx, { userId, email, method })
    const state = await readSignInState(ctx, userId)
    const hashes = by.method === 'sso' ? by.challenge : null
    const pending =
      hashes && (await createPendingSignIn(ctx, { userId, state, hashes, passwordDigest: null, remember }))
    if (pending) return { session: null, pending }
    const { lifetimeHours } = state
    await noteSignIn(ctx, { userId, method, outcome: 'success', device })
    emit(events['login.success'], { id: userId, email, tenantId: scope.tenantId, organizationId })
    const provenAt = by.method === 'sso' ? by.provenAt : undefined
    const verifiedAt = provenAt == null ? provenAt : new Date(provenAt)
    const login = { userId, remember, method, factorId, device, lifetimeHours }
    const session = await createSession(ctx, { ...login, ...(verifiedAt !== undefined && { verifiedAt }) })
    return { session, pending: null }
  },
})

/** How a sign-in is logged: like any other, so that analytics count it, or as one that waits for its second factor. */
export function toSignInTarget(userId: string, { session, pending }: z.output<typeof OpenedSession>) {
  if (session) return { id: session.id, commandId: startSession.id, label: startSession.label ?? null }
  if (pending) return { id: null, commandId: ANSWER_CHALLENGE, label: 'Accept identity of provider' }
  return { id: null, parent: { kind: 'auth.user', id: userId } }
}
