import type { Context } from '@plinth/core'
import { z } from 'zod'
import { tags } from '../contract.ts'
import { lockUser } from '../users/user-rows.ts'

/** The sessions of a user to end; without more, all of them. */
export const SessionFilter = z.object({
  userId: z.uuid(),
  sessionId: z.uuid().optional(),
  exceptSessionId: z.uuid().optional(),
})

/** Ends sessions within a command, whose undo neither restores them nor needs them. */
export async function deleteSessions(
  ctx: Pick<Context, 'db' | 'scope' | 'invalidate'>,
  { userId, sessionId, exceptSessionId }: z.output<typeof SessionFilter>,
): Promise<number> {
  const { db, scope, invalidate } = ctx
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
  // In one message, the lock first.
  const [, ended] = await Promise.all([lockUser(ctx, userId), ending.execute()])
  invalidate(...ended.map(({ id }) => tags.session(id)))
  return ended.length
}
