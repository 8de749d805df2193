import { del, Ok, post, signedIn } from '@plinth/core'
import { randomId } from '@plinth/core/security'
import { endView, startView } from '../commands/view-as.ts'
import { features } from '../contract.ts'
import { administer, administerOwner } from '../rights/administered-scope.ts'
import { forgetView, keepView, sentView } from '../sessions/views.ts'

/** POST /auth/view-as: from now on, the session sees what a user sees, and can change nothing. */
export const postView = post(
  '/auth/view-as',
  {
    operation: 'viewAs',
    access: features['users.view_as'],
    runs: startView,
    summary:
      'View the platform as a user sees it, read-only and for at most an hour. Sets a cookie that counts with the current session.',
    isTool: false,
    body: startView.input,
    response: startView.output,
    errors: [400, 404],
  },
  (ctx) =>
    administerOwner(ctx, { table: 'users', id: ctx.body.userId }, async ({ run, scope }) => {
      const { userId } = ctx.body
      const { endsAt } = await run(startView, { userId })
      const view = { id: randomId(), sessionId: ctx.actor.sessionId!, userId, tenantId: scope.tenantId }
      keepView(ctx.request, { ...view, endsAt: Date.parse(endsAt) })
      return { endsAt }
    }),
)

/** DELETE /auth/view-as: the session is its owner's again, at once and on every host. */
export const deleteView = del(
  '/auth/view-as',
  {
    operation: 'stopViewing',
    access: signedIn,
    http: { asViewer: true },
    summary: 'Stop viewing the platform as another user.',
    isTool: false,
    response: Ok,
  },
  async (ctx) => {
    const { request, actor } = ctx
    const view = sentView(request)
    forgetView(request)
    if (!view || view.sessionId !== actor.sessionId) return { ok: true as const }
    const { id, userId, tenantId } = view
    return administer(ctx, { tenantId }, ({ run }) => run(endView, { id, userId }))
  },
)
