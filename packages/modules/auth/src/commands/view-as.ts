import { badInput, defineCommand, notFound, Ok, signedIn } from '@plinth/core'
import { z } from 'zod'
import { features, tags } from '../contract.ts'
import { spend } from '../factors/spend-once.ts'
import { loadCaller } from '../sessions/load-caller.ts'
import { VIEW_MINUTES, viewRefusal } from '../sessions/views.ts'
import { findUser } from '../users/user-rows.ts'

/** Logs that the actor views the platform as somebody, if they may. Shows nothing by itself: the cookie of the request does. */
export const startView = defineCommand({
  id: 'auth.users.view_as',
  label: 'View as user',
  access: features['users.view_as'],
  whileSuspended: true,
  undoable: { because: 'nothing has changed' },
  resource: 'auth.user',
  input: z.object({ userId: z.uuid().toLowerCase() }),
  output: z.object({ endsAt: z.string() }),
  target: ({ input }) => ({ id: input.userId }),
  async run(ctx) {
    const { input, actor, scope, now } = ctx
    if (!(await findUser(ctx, input.userId))) throw notFound('User')
    const refusal = await viewRefusal(ctx, { actor, scope }, input.userId)
    if (refusal) throw refusal
    if (!(await loadCaller(ctx, input.userId))) throw badInput('This account cannot sign in, so it sees nothing')
    return { endsAt: new Date(now().getTime() + VIEW_MINUTES * 60_000).toISOString() }
  },
})

/** Ends a view as another person, on every host. */
export const endView = defineCommand({
  id: 'auth.users.end_view',
  label: 'Stop viewing as user',
  access: signedIn,
  whileSuspended: true,
  undoable: { because: 'nothing has changed' },
  resource: 'auth.user',
  input: z.object({ id: z.uuid(), userId: z.uuid().toLowerCase() }),
  output: Ok,
  target: ({ input }) => ({ id: input.userId }),
  async run(ctx) {
    const { input, actor, invalidate } = ctx
    await spend(ctx, { kind: 'view', id: input.id, minutes: VIEW_MINUTES })
    if (actor.sessionId) invalidate(tags.session(actor.sessionId))
    return { ok: true as const }
  },
})
