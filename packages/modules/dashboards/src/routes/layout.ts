import { isDeepStrictEqual } from 'node:util'
import { badInput, get, Ok, patch, put } from '@plinth/core'
import { hasAccess } from '@plinth/core/acl'
import { z } from 'zod'
import { saveLayout } from '../commands/save-layout.ts'
import { ItemChanges, updateLayoutItem } from '../commands/update-layout-item.ts'
import { features } from '../contract.ts'
import { type Dashboard, readDashboard } from '../layout/dashboard.ts'
import { ItemView, type StoredItem } from '../layout/layout-item.ts'
import { translated, WidgetView } from '../widgets.ts'

const LayoutView = z.object({
  layout: z.object({ items: z.array(ItemView) }),
  /** When the layout was last changed; null for one that has not been customized. */
  updatedAt: z.string().nullable(),
  allowedWidgetIds: z.array(z.string()),
  canConfigure: z.boolean(),
  context: z.object({
    userId: z.string(),
    tenantId: z.string().nullable(),
    organizationId: z.string().nullable(),
    userName: z.string().nullable(),
    userEmail: z.string().nullable(),
    userLabel: z.string(),
  }),
  widgets: z.array(WidgetView),
})

/** GET /dashboards/layout. Does not write: a dashboard that has not been customized is computed. */
export const readLayout = get(
  '/dashboards/layout',
  { access: features.dashboard, summary: "Get the caller's dashboard.", response: LayoutView },
  async (ctx) => {
    const dashboard = await readDashboard(ctx)
    let view = views.get(dashboard)
    if (!view) views.set(dashboard, (view = toDashboardView(dashboard, hasAccess(ctx.actor, features.configure))))
    const { widgets } = view
    const told = await translated(ctx, widgets)
    if (told === widgets) return view
    const items = view.layout.items.map((item) => withTexts(item, widgets, told))
    return { ...view, layout: { items }, widgets: [...told] }
  },
)

/** An item whose settings are still those of its widget has them in the language of the widget. */
function withTexts<T extends StoredItem>(item: T, widgets: readonly WidgetView[], told: readonly WidgetView[]): T {
  const index = widgets.findIndex(({ id }) => id === item.widgetId)
  const isDefault = isDeepStrictEqual(item.settings, widgets[index]?.defaultSettings)
  return isDefault ? { ...item, settings: told[index]!.defaultSettings } : item
}

/** The responses of dashboards. Other rights result in another `Dashboard` object. */
const views = new WeakMap<Dashboard, z.output<typeof LayoutView>>()

function toDashboardView({ owner, allowed, shown, updatedAt, userName, userEmail }: Dashboard, canConfigure: boolean) {
  return {
    layout: { items: shown.map((item, order) => ({ ...item, order, priority: order })) },
    updatedAt,
    allowedWidgetIds: allowed.map(({ id }) => id),
    canConfigure,
    context: { ...owner, userName, userEmail, userLabel: userName ?? userEmail ?? owner.userId },
    widgets: [...allowed],
  }
}

export const putLayout = put('/dashboards/layout', saveLayout, {
  summary: "Replace the layout of the caller's dashboard.",
  response: Ok,
  errors: [400],
  onUnreadable: () => badInput('Invalid JSON body'),
  onInvalid: ({ issues }) => badInput('Invalid layout payload', { issues }),
})

export const patchLayoutItem = patch(
  '/dashboards/layout/{itemId}',
  {
    operation: 'updateLayoutItem',
    access: features.configure,
    runs: updateLayoutItem,
    summary: "Update the size or settings of an item on the caller's dashboard.",
    params: z.object({ itemId: z.uuid().toLowerCase() }),
    body: ItemChanges,
    response: Ok,
    errors: [400, 404],
    onUnreadable: () => badInput('Invalid JSON body'),
    onInvalid: ({ issues }) => badInput('Invalid payload', { issues }),
  },
  async ({ params, body, run }) => {
    const { ok } = await run(updateLayoutItem, { ...body, ...params })
    return { ok }
  },
)
