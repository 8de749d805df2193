import { badInput, type CommandContext, defineCommand, notFound, sql } from '@plinth/core'
import { inTenant } from '@plinth/core/data'
import { z } from 'zod'
import { features, tags } from '../contract.ts'
import { type Dashboard, lockLayout, readDashboard } from '../layout/dashboard.ts'
import { isWithinSize, readItems, Size, type StoredItem } from '../layout/layout-item.ts'

/** The changeable properties of an item. Settings are replaced as a whole; null keeps them. */
export const ItemChanges = z.object({ size: Size.optional(), settings: z.unknown().optional() })

/**
 * Updates one item of the caller's layout. The row is locked, so that concurrent changes of several items are all kept. On a
 * dashboard that has not been customized, the other default items are stored along with it.
 */
export const updateLayoutItem = defineCommand({
  id: 'dashboards.layouts.update_item',
  label: 'Change dashboard item',
  access: features.configure,
  resource: 'dashboards.layout',
  currentVersion: lockLayout,
  input: ItemChanges.extend({ itemId: z.uuid().toLowerCase() }),
  output: z.object({ ok: z.literal(true), id: z.uuid() }),
  async run(ctx) {
    const { input, db, now, invalidate } = ctx
    const dashboard = await readDashboard(ctx)
    const layout = (await lock(ctx, dashboard)) ?? (await begin(ctx, dashboard))
    const item = layout.items.find(({ id }) => id === input.itemId)
    if (!item) throw notFound('Layout item')
    Object.assign(item, {
      ...(input.size !== undefined && { size: input.size }),
      ...(input.settings !== undefined && input.settings !== null && { settings: input.settings }),
    })
    if (!isWithinSize(layout.items)) throw badInput('Invalid payload', { issues: [{ message: 'More than 64 KB' }] })
    await sql`update dashboard_layouts l set items = ${JSON.stringify(layout.items)}::jsonb,
      updated_at = ${now().toISOString()}
      where ${inTenant(dashboard.owner, 'l')} and id = ${layout.id}`.execute(db)
    invalidate(tags.layout(dashboard.owner.userId))
    return { ok: true as const, id: layout.id }
  },
})

type LayoutItemContext = CommandContext<{ readonly itemId: string }>

interface StoredLayout {
  readonly id: string
  readonly items: StoredItem[]
}

async function lock({ db }: LayoutItemContext, { owner }: Dashboard): Promise<StoredLayout | null> {
  const { rows } = await sql<{ id: string; items: unknown }>`select id, items from dashboard_layouts l
    where ${inTenant(owner, 'l')} and user_id = ${owner.userId}
      and organization_id is not distinct from ${owner.organizationId}::uuid for update`.execute(db)
  const [row] = rows
  return row ? { id: row.id, items: readItems(row.items) } : null
}

/** Stores the default items, unless a concurrent request has done so. */
async function begin(ctx: LayoutItemContext, dashboard: Dashboard): Promise<StoredLayout> {
  const { db, now, input } = ctx
  const { owner, shown } = dashboard
  if (!shown.some(({ id }) => id === input.itemId)) throw notFound('Layout')
  const time = now().toISOString()
  await sql`insert into dashboard_layouts (id, tenant_id, organization_id, user_id, items, created_at, updated_at)
    values (${crypto.randomUUID()}, ${owner.tenantId}, ${owner.organizationId}, ${owner.userId},
      ${JSON.stringify(shown)}::jsonb, ${time}, ${time})
    on conflict do nothing`.execute(db)
  const stored = await lock(ctx, dashboard)
  if (!stored) throw notFound('Layout')
  return stored
}
