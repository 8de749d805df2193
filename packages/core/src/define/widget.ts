import type { AnalyticsEntity } from './analytics.ts'
import type { Feature } from './feature.ts'

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
