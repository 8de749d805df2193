import { get } from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import { readHistory } from '@plinth/core/data'
import { z } from 'zod'
import { toEntries, toHistoryFilter } from '../actions/list-actions.ts'
import { features } from '../contract.ts'
import { ActionQuery } from '../log-query.ts'
import { ActionEntry } from '../views.ts'

/** GET /audit_logs/audit-logs/actions: the newest first, further back with `before`. */
export const listActions = get(
  '/audit_logs/audit-logs/actions',
  {
    operation: 'listActions',
    access: features.view_self,
    summary: 'What was done: one’s own actions, or with `audit_logs.view_tenant` everybody’s.',
    query: ActionQuery,
    response: z.object({ items: z.array(ActionEntry), canViewTenant: z.boolean() }),
  },
  async (ctx) => {
    const { actor, query } = ctx
    const { limit, ...filters } = query
    const rows = await readHistory(ctx, toHistoryFilter(ctx, filters), { limit })
    return { items: await toEntries(ctx, rows), canViewTenant: hasAccess(actor, features.view_tenant) }
  },
)
