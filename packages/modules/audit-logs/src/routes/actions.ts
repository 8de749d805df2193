import { get } from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import { hasHistoryElsewhere, readHistory } from '@plinth/core/data'
import { z } from 'zod'
import { toEntries, toHistoryFilter } from '../actions/list-actions.ts'
import { organizationsAllowed } from '../audience.ts'
import { features } from '../contract.ts'
import { ActionQuery, inTimeZone } from '../log-query.ts'
import { ActionEntry } from '../views.ts'

/** GET /audit_logs/audit-logs/actions: newest first; pass `before` for older entries. */
export const listActions = get(
  '/audit_logs/audit-logs/actions',
  {
    operation: 'listActions',
    access: features.view_self,
    summary: 'What was done: one’s own actions, or with `audit_logs.view_tenant` everybody’s.',
    query: ActionQuery,
    response: z.object({
      items: z.array(ActionEntry),
      canViewTenant: z.boolean(),
      /** Present when the same query with `organizationId=__all__` finds more, among the newest 1,000 entries. */
      hasMoreInOtherOrganizations: z.literal(true).optional(),
    }),
  },
  async (ctx) => {
    const { actor } = ctx
    const query = inTimeZone(ctx.query, await ctx.locale())
    const { limit, ...filters } = query
    const filter = toHistoryFilter(ctx, filters)
    const rows = await readHistory(ctx, filter, { limit })
    const isMore = await hasHistoryElsewhere(ctx, filter, organizationsAllowed(ctx))
    return {
      items: await toEntries(ctx, rows),
      canViewTenant: hasAccess(actor, features.view_tenant),
      ...(isMore && { hasMoreInOtherOrganizations: true as const }),
    }
  },
)
