import { get, paged } from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import { countHistory, hasHistoryElsewhere, limits, readHistoryPage } from '@plinth/core/data'
import { KNOWN_TOTAL, PREVIOUS_ROW } from '@plinth/core/http'
import { z } from 'zod'
import { toEntries, toHistoryFilter } from '../actions/list-actions.ts'
import { organizationsAllowed } from '../audience.ts'
import { features } from '../contract.ts'
import { ActionQuery, inTimeZone } from '../log-query.ts'
import { ActionEntry } from '../views.ts'

const Actions = z.object({
  items: z.array(ActionEntry),
  canViewTenant: z.boolean(),
  /** Present when the same query with `organizationId=__all__` finds more, among the newest 1,000 entries. */
  hasMoreInOtherOrganizations: z.literal(true).optional(),
  lookedTo: z.iso.datetime().optional().meta({
    description:
      'For somebody with row policies: when the last of 100,000 entries was made that were looked at for this page, if there are more. Pass it as `before` to go on, or as `after` in ascending order.',
  }),
  page: z
    .number()
    .int()
    .optional()
    .meta({ description: 'This and the totals are included if `page` or `pageSize` was sent.' }),
  pageSize: z.number().int().optional(),
  total: z.number().int().optional(),
  totalPages: z.number().int().optional(),
})

/** GET /audit_logs/audit-logs/actions: newest first; pass `before` for older entries, or `page`. */
export const listActions = get(
  '/audit_logs/audit-logs/actions',
  {
    operation: 'listActions',
    access: features.view_self,
    summary: "List entries of the action log: the caller's own, or those of all users with `audit_logs.view_tenant`.",
    query: ActionQuery,
    response: Actions,
  },
  async (ctx) => {
    const { actor } = ctx
    const query = inTimeZone(ctx.query, await ctx.locale())
    const { limit, page, pageSize, sortField, sortDir, ...filters } = query
    const filter = toHistoryFilter(ctx, filters)
    const slice = { page: page ?? 1, pageSize: pageSize ?? limit ?? 50 }
    const isAscending = sortDir?.toLowerCase() === 'asc'
    const order = { by: sortField ?? 'createdAt', isAscending } as const
    const { limit: size, offset } = limits(slice)
    const previous = order.by === 'createdAt' ? askedOf(query).previous : undefined
    const start = previous === undefined ? { offset } : { fromId: previous }
    const { entries: rows, lookedTo } = await readHistoryPage(ctx, filter, { limit: size, order, ...start })
    const isPaged = page !== undefined || pageSize !== undefined
    // Not less than what is shown: of long logs, callers with row policies get the number of the newest entries.
    const count = async () => Math.max(await countHistory(ctx, filter), rows.length > 0 ? offset + rows.length : 0)
    const items = await toEntries(ctx, rows)
    const isMore =
      previous === undefined && !query.search && (await hasHistoryElsewhere(ctx, filter, organizationsAllowed(ctx)))
    return {
      ...(isPaged ? paged([items, askedOf(query).total ?? (await count())], slice, 1) : { items }),
      canViewTenant: hasAccess(actor, features.view_tenant),
      ...(isMore && { hasMoreInOtherOrganizations: true as const }),
      ...(lookedTo !== null && { lookedTo: new Date(lookedTo).toISOString() }),
    }
  },
)

/** What an export knows of the page that it asks for. */
function askedOf(query: object) {
  const { [KNOWN_TOTAL]: total, [PREVIOUS_ROW]: previous } = query as {
    readonly [KNOWN_TOTAL]?: number
    readonly [PREVIOUS_ROW]?: string
  }
  return { total, previous }
}
