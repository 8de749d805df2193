import type { Context, Route, RouteContext, Session } from '@plinth/core'

/**
 * Widens a route from the organizations that the caller has selected to all they may select from: the directory is
 * where one finds the organizations that are not selected. It never reaches beyond what they are allowed.
 */
export function inAllowedScope(route: Route): Route {
  return Object.freeze({
    ...route,
    handle: (ctx: RouteContext<never, never, never>) =>
      withAllowedScope(ctx, async (wide) => {
        const { params, query, body, request, event } = ctx
        return route.handle(Object.assign(wide, { params, query, body, request, event }))
      }),
  })
}

function withAllowedScope<T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  const { actor, scope, asSystem } = ctx
  const organizationIds = actor.allowedOrganizationIds
  if (scope.organizationIds === organizationIds) return work(ctx)
  const session: Session = { actor, scope: { ...scope, organizationIds } }
  return asSystem('reach all allowed organizations', ({ within }) => within(session, work))
}
