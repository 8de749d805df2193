import { definePoint, type Feature } from '@plinth/core'
import type { AnalyticsEntity } from './analytics-entity.ts'
import { analytics } from './analytics.ts'

/** A dashboard widget offered by a module. */
export interface Widget {
  /** `<module>.<…>.<camelCaseName>`. The last part determines the name of the loader: `orders-kpi` for `ordersKpi`. */
  readonly id: string
  readonly title: string
  readonly description?: string
  readonly icon?: string
  /** Features required to see the widget, in addition to those of `data`. */
  readonly features?: readonly Feature[]
  /** The rows it shows. */
  readonly data?: AnalyticsEntity
  /** Default: `md`. */
  readonly size?: 'sm' | 'md' | 'lg'
  /** Whether the widget is on dashboards that have not been customized. */
  readonly isDefault?: boolean
  /** Initial settings. */
  readonly settings?: Readonly<Record<string, unknown>>
  readonly canRefresh?: boolean
  /**
   * How the console draws it: a component made with `@plinth/console/kit`, by its name among the exports of an ES module on the same
   * origin. It gets the property `settings`. Default: the number of the rows of `data`.
   */
  readonly view?: { readonly component: string; readonly script: string }
}

/** Widgets that users can add to their dashboards, in the order of the catalog. */
export const widgets = definePoint<Widget>({
  id: 'dashboards.widgets',
  title: 'Widget',
  name: ({ id }) => id,
  features: ({ features = [] }) => features,
  check({ id, data, view }, { module, modules }) {
    if (!id.startsWith(`${module.id}.`)) return `must have an id that begins with '${module.id}.'`
    if (view && !view.script.startsWith('/'))
      return 'must name a script on the same origin, by a path that begins with /'
    if (data && !analytics.from(modules).some(({ value }) => value === data))
      return `shows '${data.id}', which no composed module contributes`
    return undefined
  },
})
