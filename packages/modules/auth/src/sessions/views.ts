import { type Caller, isUuid, type PlatformError, badInput, forbidden } from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import type { RequestFacts, Selection } from '@plinth/core/http'
import { derivedId, type LookUpContext } from '@plinth/core/security'
import { features } from '../contract.ts'
import { SpentChallenge } from '../entities.ts'
import { mayActFor } from '../rights/credential-boundary.ts'
import { callerTags } from './caller-tags.ts'
import { loadCaller } from './load-caller.ts'

/** Minutes after which somebody who views the platform as another person is themselves again. */
export const VIEW_MINUTES = 60

/** The cookie of the browser in which somebody views the platform as another person. */
const COOKIE = 'plinth_view'

/** A view of the platform as another person sees it. It belongs to one session, and without that session it is nothing. */
export interface View {
  readonly id: string
  /** The session of the viewer. */
  readonly sessionId: string
  /** The person whom they view as, and that person's tenant. */
  readonly userId: string
  readonly tenantId: string
  /** Milliseconds since 1970. */
  readonly endsAt: number
}

/** Has the browser send the view from now on. It stays when it has ended, so that the next request can be told so. */
export function keepView(request: RequestFacts, { id, sessionId, userId, tenantId, endsAt }: View): void {
  const value = [id, sessionId, userId, tenantId, endsAt].join('_')
  request.setSignedCookie(COOKIE, value, { httpOnly: true, sameSite: 'lax' })
}

/** Removes the view that the browser sends, if any. */
export function forgetView(request: RequestFacts): void {
  if (request.cookie(COOKIE) !== undefined)
    request.setCookie(COOKIE, '', { httpOnly: true, sameSite: 'lax', maxAge: 0 })
}

/** The view that the request carries, as it was signed here; undefined for none. */
export function sentView(request: RequestFacts): View | undefined {
  const [id, sessionId, userId, tenantId, endsAt] = request.signedCookie(COOKIE)?.split('_') ?? []
  if (!isUuid(id) || !isUuid(sessionId) || !isUuid(userId) || !isUuid(tenantId)) return undefined
  return { id, sessionId, userId, tenantId, endsAt: Number(endsAt) }
}

/** The id under which an ended view is remembered until it would have ended anyway. */
const endedViewId = ({ id }: Pick<View, 'id'>): string => derivedId('view', id)

/** Why a caller may not view the platform as somebody, in the tenant of both; null if they may. */
export async function viewRefusal(
  ctx: LookUpContext,
  { actor, scope }: Caller,
  userId: string,
): Promise<PlatformError | null> {
  if (actor.kind !== 'user' || actor.sessionId === null)
    return forbidden('Only people who are signed in view as others.')
  if (!hasAccess(actor, features['users.view_as'])) return forbidden()
  if (actor.userId === userId) return badInput('You see already what you may see')
  // Conditions such as `ownerId = me.id` are about somebody else in a view, so they do not keep it within the rows of the viewer.
  if (actor.layers) return forbidden('You cannot view as others, because policies restrict what you see yourself.')
  const { inject, cached, widenScope } = ctx
  const isWithin = await mayActFor({ actor, scope, inject, cached, widenScope }, userId)
  return isWithin ? null : forbidden('You cannot view as a user who has more permissions than you.')
}

/** A caller who views the platform as another one, and the tags of what it depends on; without a caller, the view has ended. */
interface OpenedView {
  readonly caller: Caller | null
  readonly tags: readonly string[]
}

/**
 * The person whom a signed-in caller views as, with the rights that this person has now and the organization that the viewer has
 * selected. The same is checked as when the view began, so it ends with the viewer's right to it, with the account, and when the
 * account may do more than the viewer.
 */
export async function openView(
  ctx: LookUpContext,
  viewer: Caller,
  { view, selection }: { readonly view: View; readonly selection: Selection },
): Promise<OpenedView> {
  const { userId, tenantId } = view
  const tags = [...callerTags(viewer.actor.userId, [tenantId]), ...callerTags(userId, [tenantId])]
  const ended = { caller: null, tags }
  if (view.endsAt <= ctx.now().getTime()) return ended
  const there = await callerThere(ctx, viewer, tenantId)
  if (!there || (await viewRefusal(ctx, there, userId)) || (await hasEnded(ctx, view))) return ended
  const opened = await loadCaller(ctx, userId, selection)
  if (opened?.account.tenantId !== tenantId) return ended
  const { actor, scope } = opened.caller
  return { caller: { actor: { ...actor, viewer }, scope }, tags }
}

/** The viewer in the tenant of the person; null if they cannot select it. */
async function callerThere(ctx: LookUpContext, viewer: Caller, tenantId: string): Promise<Caller | null> {
  if (viewer.scope.tenantId === tenantId) return viewer
  const { userId, sessionId } = viewer.actor
  const caller = (await loadCaller(ctx, userId!, { tenantId }))?.caller
  return caller?.scope.tenantId === tenantId ? { ...caller, actor: { ...caller.actor, sessionId } } : null
}

/** Whether the viewer has ended it. */
function hasEnded({ widenScope }: LookUpContext, view: View): Promise<boolean> {
  const key = { tenantId: view.tenantId, id: endedViewId(view) }
  return widenScope('allTenants', 'see whether a view has ended', async ({ findUnique }) =>
    Boolean(await findUnique(SpentChallenge, key, ['id'])),
  )
}
