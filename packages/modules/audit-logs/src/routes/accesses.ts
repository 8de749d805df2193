import { get, page, paged } from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import { limits } from '@plinth/core/data'
import { z } from 'zod'
import { toAccessEntries, toAccessFilter } from '../accesses/list-accesses.ts'
import { countAccesses, readAccesses } from '../accesses/read-accesses.ts'
import { features } from '../contract.ts'
import { AccessQuery, inTimeZone } from '../log-query.ts'
import { AccessEntry } from '../views.ts'

/** GET /audit_logs/audit-logs/access: newest first, of one actor. */
export const listAccesses = get(
  '/audit_logs/audit-logs/access',
  {
    operation: 'listAccesses',
    access: features.view_self,
    summary: "List entries of the access log: the caller's own, or those of any user with `audit_logs.view_tenant`.",
    query: AccessQuery,
    response: page(AccessEntry).extend({ canViewTenant: z.boolean() }),
  },
  async (ctx) => {
    const { actor } = ctx
    const query = inTimeZone(ctx.query, await ctx.locale())
    const filter = toAccessFilter(ctx, query)
    const rows = await readAccesses(ctx, filter, limits(query))
    const items = await toAccessEntries(ctx, rows)
    const canViewTenant = hasAccess(actor, features.view_tenant) && !actor.layers
    return { ...paged([items, await countAccesses(ctx, filter)], query, 1), canViewTenant }
  },
)
