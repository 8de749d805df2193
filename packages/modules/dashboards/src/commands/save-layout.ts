import { badInput, defineCommand, sql } from '@plinth/core'
import { z } from 'zod'
import { features, tags } from '../contract.ts'
import { lockLayout, readDashboard } from '../layout/dashboard.ts'
import { isWithinSize, ItemInput, MAX_ITEMS } from '../layout/layout-item.ts'

/** Replaces the caller's layout. Items with widgets that they may not use are left out. */
export const saveLayout = defineCommand({
  id: 'dashboards.layouts.save',
  label: 'Arrange dashboard',
  access: features.configure,
  resource: 'dashboards.layout',
  currentVersion: lockLayout,
  input: z.object({
    items: z.array(ItemInput).max(MAX_ITEMS).refine(isWithinSize, 'The layout takes more than 64 KB'),
  }),
  output: z.object({ ok: z.literal(true), id: z.uuid() }),
  async run(ctx) {
    const { input, db, now, invalidate } = ctx
    const { allowed, owner } = await readDashboard(ctx)
    const allowedIds = new Set(allowed.map(({ id }) => id))
    const items = input.items
      .filter(({ widgetId }) => allowedIds.has(widgetId))
      .map(({ id, widgetId, size, settings }) => ({ id, widgetId, size, ...(settings !== undefined && { settings }) }))
    if (new Set(items.map(({ id }) => id)).size < items.length) throw badInput('Layout item IDs must be unique')
    const time = now().toISOString()
    const { rows } = await sql<{ id: string }>`
      insert into dashboard_layouts (id, tenant_id, organization_id, user_id, items, created_at, updated_at)
      values (${crypto.randomUUID()}, ${owner.tenantId}, ${owner.organizationId}, ${owner.userId},
        ${JSON.stringify(items)}::jsonb, ${time}, ${time})
      on conflict on constraint dashboard_layouts_owner
        do update set items = excluded.items, updated_at = excluded.updated_at
      returning id`.execute(db)
    invalidate(tags.layout(owner.userId))
    return { ok: true as const, id: rows[0]!.id }
  },
})
