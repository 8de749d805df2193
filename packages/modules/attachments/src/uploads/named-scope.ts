import { isDeepStrictEqual } from 'node:util'
import type { Caller, Context, RouteContext } from '@plinth/core'
import type { Selection } from '@plinth/core/http'

/** The tenant and organization named in a form or upload for its file; empty values count as absent. */
export const toSelection = ({ tenantId, organizationId }: Selection) => ({
  tenantId: tenantId || undefined,
  organizationId: organizationId || undefined,
})

/** Runs work as a caller whose submitted data may name a different scope, or whose rights may have changed while it arrived. */
export function inScopeOf<T>(ctx: Context, caller: Caller, work: (ctx: Context) => Promise<T>): Promise<T> {
  // Known callers come from the cache, as the same object.
  if (caller.actor === ctx.actor && isDeepStrictEqual(caller.scope, ctx.scope)) return work(ctx)
  return ctx.actAs({ ...caller, reason: 'file an upload where it says' }, work)
}

/** Runs work as the sender of a request, in the scope that its data names, with the rights of this moment. */
export async function asSender<T>(
  ctx: Pick<RouteContext<undefined, undefined, undefined>, 'request'> & Context,
  named: Selection,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  return inScopeOf(ctx, await ctx.request.callerIn(toSelection(named)), work)
}
