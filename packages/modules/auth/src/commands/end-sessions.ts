import { type Context, defineCommand, signedIn } from '@plinth/core'
import { z } from 'zod'
import { tags } from '../contract.ts'
import { lockUser } from '../users/user-rows.ts'

/** The logins to end. */
const SessionFilter = z.object({
  userId: z.uuid(),
  sessionId: z.uuid().optional(),
  exceptSessionId: z.uuid().optional(),
})

/** Ends one login of a user, or all of them. Their access tokens are rejected from the next request on (decision 9). */
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

/** Does the same within another command, whose undo neither restores logins nor needs them. */
export async function deleteSessions(
  ctx: Pick<Context, 'db' | 'scope' | 'invalidate'>,
  { userId, sessionId, exceptSessionId }: z.output<typeof SessionFilter>,
): Promise<number> {
  const { db, scope, invalidate } = ctx
  await lockUser(ctx, userId)
  // A sign-in that waits for its second factor would become a session with the id of its challenge.
  let ending = db
    .with('pending', (own) => {
      const mine = own
        .deleteFrom('login_challenges')
        .where('tenant_id', '=', scope.tenantId)
        .where('user_id', '=', userId)
      return sessionId === undefined ? mine : mine.where('id', '=', sessionId)
    })
    .deleteFrom('sessions')
    .where('tenant_id', '=', scope.tenantId)
    .where('user_id', '=', userId)
    .returning('id')
  if (sessionId !== undefined) ending = ending.where('id', '=', sessionId)
  if (exceptSessionId !== undefined) ending = ending.where('id', '<>', exceptSessionId)
  const ended = await ending.execute()
  invalidate(...ended.map(({ id }) => tags.session(id)))
  return ended.length
}
