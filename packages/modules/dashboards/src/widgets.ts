import { type Composition, composition, type Context } from '@plinth/core'
import { texts } from '@plinth/core/http'
import { type Widget, widgets } from '@plinth/points'
import { z } from 'zod'
import { features } from './contract.ts'

/** A widget in responses. */
export const WidgetView = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  defaultSize: z.enum(['sm', 'md', 'lg']),
  defaultEnabled: z.boolean(),
  defaultSettings: z.unknown().nullable(),
  features: z.array(z.string()),
  moduleId: z.string(),
  icon: z.string().nullable(),
  loaderKey: z.string(),
  supportsRefresh: z.boolean(),
})
export type WidgetView = z.output<typeof WidgetView>

/** The widgets of all composed modules, in the order in which they are declared. */
export function widgetCatalog({ inject }: Pick<Context, 'inject'>): readonly WidgetView[] {
  const { modules } = inject(composition)
  let catalog = catalogs.get(modules)
  if (!catalog) catalogs.set(modules, (catalog = toCatalog(modules)))
  return catalog
}

/** The widgets with their texts in the caller's language. */
export async function translated(
  { inject, locale }: Pick<Context, 'inject' | 'locale'>,
  catalog: readonly WidgetView[],
): Promise<readonly WidgetView[]> {
  const { language } = await locale()
  if (language === 'en') return catalog
  const tell = (text: string) => inject(texts).in(language, text)
  return catalog.map(({ title, description, defaultSettings, ...widget }) => ({
    ...widget,
    title: tell(title),
    description: description && tell(description),
    defaultSettings:
      defaultSettings &&
      Object.fromEntries(
        Object.entries(defaultSettings).map(([name, value]) => [name, typeof value === 'string' ? tell(value) : value]),
      ),
  }))
}

const catalogs = new WeakMap<Composition['modules'], readonly WidgetView[]>()

const toCatalog = (modules: Composition['modules']) =>
  widgets.from(modules).map(({ module, value }) => toWidgetView(module.id, value))

function toWidgetView(moduleId: string, { id, title, data, ...widget }: Widget): WidgetView {
  const needed = [...(data ? [features.analytics, ...data.features] : []), ...(widget.features ?? [])]
  return {
    id,
    title,
    description: widget.description ?? null,
    defaultSize: widget.size ?? 'md',
    defaultEnabled: widget.isDefault ?? false,
    defaultSettings: widget.settings ?? null,
    features: [...new Set(needed.map((feature) => feature.id))],
    moduleId,
    icon: widget.icon ?? null,
    loaderKey: `${moduleId}:${toFolder(id)}:widget`,
    supportsRefresh: widget.canRefresh ?? false,
  }
}

/** `orders-kpi` for `dashboards.analytics.ordersKpi`. */
function toFolder(id: string): string {
  const name = id.slice(id.lastIndexOf('.') + 1)
  return name.replace(/[A-Z]/g, (letter, at: number) => `${at === 0 ? '' : '-'}${letter.toLowerCase()}`)
}
