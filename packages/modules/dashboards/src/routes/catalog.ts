import { get } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { translated, widgetCatalog, WidgetView } from '../widgets.ts'

/** GET /dashboards/widgets/catalog: all widgets, regardless of who may use them. */
export const listWidgets = get(
  '/dashboards/widgets/catalog',
  {
    operation: 'listWidgets',
    access: features.assignWidgets,
    summary: 'List the dashboard widgets of all modules.',
    response: z.object({ items: z.array(WidgetView) }),
  },
  async (ctx) => ({ items: [...(await translated(ctx, widgetCatalog(ctx)))] }),
)
