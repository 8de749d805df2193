import { defineCommand, forbidden } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { SecondFactor } from '../entities.ts'
import { deleteRecoveryCodes } from '../factors/recovery-codes.ts'
import { sendNotice } from '../mail/mail-notice.ts'
import { LocaleName } from '../messages.ts'
import { assertMayActFor } from '../rights/credential-boundary.ts'
import { lockVisibleUser, lockUser } from '../users/user-rows.ts'
import { deleteSessions } from '../sessions/delete-sessions.ts'

/**
 * Removes all factors of an account whose owner has lost them, ends its sessions and tells the owner by email. Only for
 * accounts with no more rights than the caller (decision: Second factors are credentials).
 */
export const resetFactors = defineCommand({
  id: 'auth.factors.reset',
  label: 'Reset second factors',
  access: { feature: features['factors.reset'], fresh: '10m' },
  // Undo would restore credentials (decision: Credentials and undo).
  undoable: false,
  resource: 'auth.user',
  input: z.object({ userId: z.uuid().toLowerCase(), locale: LocaleName.default('en') }),
  output: z.object({ removed: z.number().int() }),
  target: ({ input }) => ({ id: input.userId }),
  async run(ctx) {
    const { input, from } = ctx
    const { userId, locale } = input
    await lockVisibleUser(ctx, userId)
    // People remove their own factors by proving another one.
    if (ctx.actor.userId === userId) throw forbidden('You cannot reset your own second factors.')
    await assertMayActFor(ctx, userId, 'change the credentials of')
    await lockUser(ctx, userId)
    const removed = await from.delete(SecondFactor, 'f').where('f.userId', '=', userId).returning('f.id').execute()
    await deleteRecoveryCodes(ctx, userId)
    await deleteSessions(ctx, { userId })
    if (removed.length > 0) sendNotice(ctx, { userId, kind: 'factorsReset', locale })
    return { removed: removed.length }
  },
})
