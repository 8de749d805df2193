import { defineCommand, signedIn } from '@plinth/core'
import { z } from 'zod'
import { tags } from '../contract.ts'

/** Ends one login of a user, or all of them; their access tokens stop working with the next request (decision 9). */
export const endSessions = defineCommand({
  id: 'auth.sessions.end',
  label: 'Log out',
  access: signedIn,
  undoable: false,
  resource: 'auth.session',
  input: z.object({ userId: z.uuid(), sessionId: z.uuid().optional(), exceptSessionId: z.uuid().optional() }),
  output: z.object({ ended: z.number().int() }),
  target: ({ input }) => ({ id: input.sessionId ?? null, parent: { kind: 'auth.user', id: input.userId } }),
  async run({ input, db, scope, invalidate }) {
    let ending = db
      .deleteFrom('sessions')
      .where('tenant_id', '=', scope.tenantId)
      .where('user_id', '=', input.userId)
      .returning('id')
    if (input.sessionId !== undefined) ending = ending.where('id', '=', input.sessionId)
    if (input.exceptSessionId !== undefined) ending = ending.where('id', '<>', input.exceptSessionId)
    const ended = await ending.execute()
    invalidate(...ended.map(({ id }) => tags.session(id)))
    return { ended: ended.length }
  },
})
