import { isDeepStrictEqual } from 'node:util'
import type { Caller, Context } from '@plinth/core'
import type { Selection } from '@plinth/core/http'

/** The tenant and organization that a form, or an upload, names for its file; what is empty names nothing. */
export const toSelection = ({ tenantId, organizationId }: Selection) => ({
  tenantId: tenantId || undefined,
  organizationId: organizationId || undefined,
})

/** Works as a caller who may have named another scope in what they sent. */
export function actAs<T>(ctx: Context, caller: Caller, work: (ctx: Context) => Promise<T>): Promise<T> {
  if (isDeepStrictEqual(caller.scope, ctx.scope)) return work(ctx)
  return ctx.within(caller, work)
}
