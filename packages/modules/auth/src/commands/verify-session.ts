import { defineCommand, signedIn } from '@plinth/core'
import { z } from 'zod'
import { tags } from '../contract.ts'
import { AuthSession, type SignInMethod, User } from '../entities.ts'
import { proveFactor, Proof } from '../factors/prove-factor.ts'
import { readSignInState } from '../factors/sign-in-policy.ts'
import { sendNotice } from '../mail/mail-notice.ts'
import { LocaleName } from '../messages.ts'
import { lockUser } from '../users/user-rows.ts'

/**
 * Marks a login as fresh, after its owner has proved again who they are. An account with a second factor has to use one; its
 * password alone is not enough.
 */
export const verifySession = defineCommand({
  id: 'auth.sessions.verify',
  label: 'Confirm identity',
  access: signedIn,
  undoable: false,
  whileSuspended: true,
  resource: 'auth.session',
  input: z.object({
    userId: z.uuid(),
    sessionId: z.uuid(),
    locale: LocaleName,
    proof: z.union([
      Proof,
      /** The hash that the password was verified against. */
      z.object({ kind: z.literal('password'), passwordHash: z.string() }),
    ]),
  }),
  output: z.object({ outcome: z.enum(['done', 'wrong', 'needs_factor']) }),
  target: ({ input }) => ({ id: input.sessionId }),
  async run(ctx) {
    const { input, from, now, invalidate } = ctx
    const { userId, sessionId, proof, locale } = input
    let proven: { readonly method: SignInMethod; readonly factorId: string | null } | null
    if (proof.kind === 'password') {
      const { kinds } = await readSignInState(ctx, userId)
      if (kinds.length > 0) return { outcome: 'needs_factor' as const }
      const owner = await from(User, 'u')
        .select('u.id')
        .where('u.id', '=', userId)
        .where('u.passwordHash', '=', proof.passwordHash)
        .forShare()
        .executeTakeFirst()
      proven = owner ? { method: 'password', factorId: null } : null
    } else {
      await lockUser(ctx, userId)
      proven = await proveFactor(ctx, userId, proof)
    }
    if (!proven) return { outcome: 'wrong' as const }
    await from
      .update(AuthSession, 's')
      .set({ verifiedAt: now().toISOString(), ...proven })
      .where('s.id', '=', sessionId)
      .where('s.userId', '=', userId)
      .execute()
    invalidate(tags.session(sessionId))
    if (proven.method === 'recovery_code') sendNotice(ctx, { userId, kind: 'recoveryCodeUsed', locale })
    return { outcome: 'done' as const }
  },
})
