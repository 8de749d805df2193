import { defineCommand, notFound } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { assertMayActFor } from '../rights/credential-boundary.ts'
import { lockVisibleUser } from '../users/user-rows.ts'
import { deleteSessions } from '../sessions/delete-sessions.ts'

/**
 * Ends one session of an account, or all of them, for an administrator who has at least the rights of the account
 * (decision: Revocation boundary).
 */
export const endUserSessions = defineCommand({
  id: 'auth.sessions.end_of_user',
  label: 'End sessions',
  access: features['sessions.manage'],
  whileSuspended: true,
  undoable: { because: 'sessions are not restored' },
  resource: 'auth.session',
  input: z.object({ userId: z.uuid().toLowerCase(), id: z.uuid().toLowerCase().optional() }),
  output: z.object({ ended: z.int() }),
  target: ({ input }) => ({ id: input.id ?? null, parent: { kind: 'auth.user', id: input.userId } }),
  async run(ctx) {
    const { userId, id: sessionId } = ctx.input
    await lockVisibleUser(ctx, userId)
    await assertMayActFor(ctx, userId, 'end the sessions of')
    const ended = await deleteSessions(ctx, { userId, sessionId })
    if (sessionId !== undefined && ended === 0) throw notFound('Session')
    return { ended }
  },
})
