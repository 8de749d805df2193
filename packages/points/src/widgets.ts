import { definePoint, type Feature } from '@plinth/core'
import { analytics, type AnalyticsEntity } from './analytics.ts'

/** A tile that a module offers for dashboards. */
export interface Widget {
  /** `<module>.<…>.<camelCaseName>`; the last part names the loader: `orders-kpi` for `ordersKpi`. */
  readonly id: string
  readonly title: string
  readonly description?: string
  readonly icon?: string
  /** What one has to hold to see it, besides what `data` asks for. */
  readonly features?: readonly Feature[]
  /** The rows that it shows. */
  readonly data?: AnalyticsEntity
  /** Default: `md`. */
  readonly size?: 'sm' | 'md' | 'lg'
  /** Whether it stands on a dashboard that nobody has arranged. */
  readonly isDefault?: boolean
  /** What it begins with. */
  readonly settings?: Readonly<Record<string, unknown>>
  readonly canRefresh?: boolean
}

/** What people may put on their dashboards, in the order of the catalog. */
export const widgets = definePoint<Widget>({
  id: 'dashboards.widgets',
  title: 'Widget',
  name: ({ id }) => id,
  features: ({ features = [] }) => features,
  check({ id, data }, { module, modules }) {
    if (!id.startsWith(`${module.id}.`)) return `must have an id that begins with '${module.id}.'`
    if (data && !analytics.from(modules).some(({ value }) => value === data))
      return `shows '${data.id}', which no composed module contributes`
    return undefined
  },
})
