import { badInput, get, paged } from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import { countHistory, hasHistoryElsewhere, limits, readHistoryPage } from '@plinth/core/data'
import { KNOWN_TOTAL, PREVIOUS_ROW } from '@plinth/core/http'
import { z } from 'zod'
import { toEntries, toHistoryFilter } from '../actions/list-actions.ts'
import { organizationsAllowed } from '../audience.ts'
import { features } from '../contract.ts'
import { fromCursor, toCursor } from '../cursor.ts'
import { ActionQuery, inTimeZone } from '../log-query.ts'
import { ActionEntry } from '../views.ts'

const Actions = z.object({
  items: z.array(ActionEntry),
  canViewTenant: z.boolean(),
  /** Present when the same query with `organizationId=__all__` finds more, among the newest 1,000 entries. */
  hasMoreInOtherOrganizations: z.literal(true).optional(),
  nextCursor: z.string().optional().meta({
    description:
      'Present if there may be more entries; pass it as `cursor` for the next page. For somebody with row policies, there may be more after a page with fewer entries than its limit, too. Only in the order of time.',
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

/** GET /audit_logs/audit-logs/actions: newest first; pass `cursor` or `before` for older entries, or `page`. */
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
    const { limit, page, pageSize, cursor, sortField, sortDir, ...filters } = query
    const filter = toHistoryFilter(ctx, filters)
    const slice = { page: page ?? 1, pageSize: pageSize ?? limit ?? 50 }
    const isAscending = sortDir?.toLowerCase() === 'asc'
    const order = { by: sortField ?? 'createdAt', isAscending } as const
    const { limit: size, offset } = limits(slice)
    const previous = order.by === 'createdAt' ? askedOf(query).previous : undefined
    if (cursor !== undefined && order.by !== 'createdAt') throw badInput('A cursor needs the order of time')
    const from = cursor === undefined ? undefined : fromCursor(ctx, cursor)
    const start = previous === undefined ? { offset, from } : { fromId: previous }
    const { entries: rows, next } = await readHistoryPage(ctx, filter, { limit: size, order, ...start })
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
      ...(next && { nextCursor: toCursor(ctx, next) }),
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
