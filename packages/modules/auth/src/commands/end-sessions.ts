import { defineCommand, signedIn } from '@plinth/core'
import { z } from 'zod'
import { deleteSessions, SessionFilter } from '../sessions/delete-sessions.ts'

/**
 * Ends one login of a user, or all of them. Their access tokens are rejected from the next request on (decision: Access tokens).
 */
export const endSessions = defineCommand({
  id: 'auth.sessions.end',
  label: 'Log out',
  access: signedIn,
  undoable: false,
  whileSuspended: true,
  resource: 'auth.session',
  input: SessionFilter,
  output: z.object({ ended: z.number().int() }),
  target: ({ input }) => ({ id: input.sessionId ?? null, parent: { kind: 'auth.user', id: input.userId } }),
  run: async (ctx) => ({ ended: await deleteSessions(ctx, ctx.input) }),
})
