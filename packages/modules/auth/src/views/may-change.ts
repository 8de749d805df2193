import { type Actor, type CommandContext, forbidden, notFound } from '@plinth/core'
import { assertAccess, hasAccess } from '@plinth/core/acl'
import type { RevertedRow } from '@plinth/core/data'
import { features } from '../contract.ts'
import type { ListView } from '../entities.ts'
import { assertOnlyDefault } from './only-default.ts'

type Audience = Pick<ListView, 'isShared' | 'roleIds' | 'userId'>

/** Whether somebody sees a view: their own, those that are shared with them, and all shared ones if they may share views. */
function seesView(actor: Actor, { isShared, roleIds, userId }: Audience): boolean {
  if (!isShared) return actor.userId !== null && userId === actor.userId
  if (!roleIds || hasAccess(actor, features['views.share'])) return true
  return roleIds.some((id) => actor.roleIds?.includes(id))
}

/** Throws 404 for a view that the caller does not see, and 403 for a shared one if they may not share views. */
export function assertMayChangeView({ actor, now }: CommandContext, view: Audience): void {
  if (!seesView(actor, view)) throw notFound('View')
  if (view.isShared) assertAccess(actor, features['views.share'], now())
}

/** The checks of the commands for undo and redo: what was, and what will be, must be the caller's to change. */
export async function revertViews(ctx: CommandContext, rows: readonly RevertedRow[]): Promise<void> {
  const { actor, now } = ctx
  const views = rows.filter(({ table }) => table === 'list_views')
  if (actor.kind !== 'system')
    for (const image of views.flatMap(({ before, after }) => [before, after])) {
      if (!image) continue
      if (image['is_shared'] === true) assertAccess(actor, features['views.share'], now())
      else if (image['user_id'] !== actor.userId) throw forbidden('This is a view of somebody else.')
    }
  const ids = views.map(({ id }) => id)
  const defaults = views.flatMap(({ after }) =>
    after?.['is_default'] === true
      ? [{ list: String(after['list']), roleIds: after['role_ids'] as readonly string[] | null }]
      : [],
  )
  // In one order, so that two of them do not wait for each other.
  for (const one of defaults.toSorted((a, b) => (a.list < b.list ? -1 : 1))) await assertOnlyDefault(ctx, one, ids)
}
