import { config } from './config.ts'
import { memberName, t } from './i18n.ts'

/** A widget of the catalog. */
export interface WidgetOf {
  readonly id: string
  readonly title: string
  readonly description: string | null
  readonly defaultSize: Size
  readonly defaultSettings: Settings | null
}

export type Size = 'sm' | 'md' | 'lg'
export type Settings = Readonly<Record<string, unknown>>

/** A widget on a dashboard. */
export interface Item {
  readonly id: string
  readonly widgetId: string
  readonly order: number
  readonly size: Size
  readonly settings?: Settings
}

/** What a widget asks `/dashboards/widgets/data`. */
export interface DataRequest {
  readonly entityType: string
  readonly metric: { readonly field: string; readonly aggregate: string }
  readonly groupBy?: Readonly<Record<string, unknown>>
  readonly splitBy?: { readonly field: string; readonly resolveLabels: true }
  readonly dateRange?: { readonly field: string; readonly preset: string }
  readonly comparison?: { readonly type: string }
}

export const CHART_LOOKS = ['figure', 'trend', 'columns', 'bars', 'donut'] as const
export type Look = (typeof CHART_LOOKS)[number] | 'bytes'

/** The numbers of a widget, and how they are drawn. */
interface Numbers {
  readonly look: Look
  readonly entity: string
  readonly time?: string | undefined
  readonly metric?: { readonly field: string; readonly aggregate: string }
  readonly by?: string
  /** What each group is split by. */
  readonly splitBy?: string
  /** The time whose steps are grouped by. */
  readonly steps?: string
}

const count = { field: 'id', aggregate: 'count' }
const revenue = { field: 'grandTotalGrossAmount', aggregate: 'sum' }
const orders = { entity: 'sales:orders', time: 'placedAt' }

/** The widgets of the published catalog and of Plinth's modules that show numbers. */
const NUMBERS: Readonly<Record<string, Numbers>> = {
  'audit_logs.dashboard.actionsTrend': { look: 'trend', entity: 'audit_logs:actions', time: 'createdAt' },
  'audit_logs.dashboard.topActors': {
    look: 'bars',
    entity: 'audit_logs:actions',
    time: 'createdAt',
    by: 'actorUserId',
  },
  'auth.dashboard.newUsersKpi': { look: 'figure', entity: 'auth:users', time: 'createdAt' },
  'auth.dashboard.signInsTrend': { look: 'trend', entity: 'auth:sign_ins', time: 'createdAt' },
  'catalog.dashboard.newProductsKpi': { look: 'figure', entity: 'catalog:products', time: 'createdAt' },
  'catalog.dashboard.productsByType': {
    look: 'bars',
    entity: 'catalog:products',
    time: 'createdAt',
    by: 'productType',
  },
  'business_rules.dashboard.rulesByType': {
    look: 'bars',
    entity: 'business_rules:rules',
    time: 'createdAt',
    by: 'ruleType',
  },
  'business_rules.dashboard.executionsTrend': {
    look: 'trend',
    entity: 'business_rules:executions',
    time: 'executedAt',
  },
  'attachments.dashboard.storageByPartition': storage('partitionCode'),
  'attachments.dashboard.storageByType': storage('mimeType'),
  'attachments.dashboard.uploadsPerDay': { look: 'trend', entity: 'attachments:files', time: 'createdAt' },
  'ai_assistant.dashboard.tokensTrend': {
    look: 'trend',
    entity: 'ai_assistant:usage',
    time: 'createdAt',
    metric: { field: 'outputTokens', aggregate: 'sum' },
  },
  'ai_assistant.dashboard.tokensByModel': {
    look: 'bars',
    entity: 'ai_assistant:usage',
    time: 'createdAt',
    metric: { field: 'inputTokens', aggregate: 'sum' },
    by: 'model',
  },
  'dashboards.analytics.ordersKpi': { look: 'figure', ...orders },
  'dashboards.analytics.revenueKpi': { look: 'figure', ...orders, metric: revenue },
  'dashboards.analytics.aovKpi': { look: 'figure', ...orders, metric: { ...revenue, aggregate: 'avg' } },
  'dashboards.analytics.revenueTrend': { look: 'trend', ...orders, metric: revenue },
  'dashboards.analytics.ordersByStatus': { look: 'bars', ...orders, by: 'status' },
  'dashboards.analytics.topCustomers': { look: 'bars', ...orders, metric: revenue, by: 'customerEntityId' },
  'dashboards.analytics.newCustomersKpi': { look: 'figure', entity: 'customers:entities', time: 'createdAt' },
}

function storage(by: string): Numbers {
  return {
    look: 'bytes',
    entity: 'attachments:files',
    time: 'createdAt',
    metric: { field: 'fileSize', aggregate: 'sum' },
    by,
  }
}

export const PRESETS = [
  'today',
  'last_7_days',
  'last_30_days',
  'last_90_days',
  'this_month',
  'last_month',
  'this_quarter',
  'this_year',
  'last_year',
] as const

/** What a figure is compared with. */
export const COMPARISONS = ['previous_period', 'previous_year', 'none'] as const
/** How long the steps of a trend are. */
export const GRANULARITIES = ['day', 'week', 'month', 'quarter', 'year'] as const

/** The chosen step of a trend, or one of which a whole period is answered: a series has at most 100 steps. */
export function granularityOf({ granularity, dateRange }: Settings): string {
  if (typeof granularity === 'string') return granularity
  return dateRange === 'this_year' || dateRange === 'last_year' ? 'week' : 'day'
}

/** What a chart is called that nobody has given a title: what it counts, and by what. */
export function chartTitle({ title, entity, aggregate, field, by, splitBy }: Settings): string | undefined {
  if (typeof title === 'string' && title.trim() !== '') return title
  if (typeof entity !== 'string') return undefined
  return chartName({
    entity: memberName(entity.slice(entity.indexOf(':') + 1)),
    metric: metricName(aggregate, typeof field === 'string' ? memberName(field) : ''),
    by: [by, splitBy].flatMap((one) => (typeof one === 'string' ? [memberName(one)] : [])),
  })
}

/** "Sum: Price"; nothing for the number of records. */
export const metricName = (aggregate: unknown, name: string): string | undefined =>
  AGGREGATES.includes(aggregate as Aggregate) ? t(`chart.${aggregate as Aggregate}`, { name }) : undefined

const AGGREGATES = ['sum', 'avg', 'min', 'max'] as const
type Aggregate = (typeof AGGREGATES)[number]

interface ChartName {
  readonly entity: string
  readonly metric: string | undefined
  readonly by: readonly string[]
}

/** "Invoices (sum: net): status, currency". */
export function chartName({ entity, metric, by }: ChartName): string {
  const what = metric === undefined ? entity : `${entity} (${metric})`
  return by.length === 0 ? what : `${what}: ${by.join(', ')}`
}

/** The widget that shows what its settings name. */
export const isChart = (widgetId: string): boolean => widgetId === 'dashboards.dashboard.chart'

/** What a chart of its own shows. */
export interface ChartSettings {
  readonly title?: string
  readonly entity: string
  readonly aggregate: string
  readonly field: string
  /** Nothing for a single figure. */
  readonly by?: string
  readonly isTime?: boolean
  /** What each group is split by. */
  readonly splitBy?: string
  /** The time that a period is about. */
  readonly time?: string
  readonly look: Look
}

function chartOf(settings: Settings): Numbers | undefined {
  const { entity, aggregate, field, by, isTime, splitBy, time, look } = settings as Partial<ChartSettings>
  if (!entity || !aggregate || !field || !look) return undefined
  return {
    look,
    entity,
    metric: { field, aggregate },
    ...(time && { time }),
    ...(by && (isTime ? { steps: by } : { by })),
    ...(by && splitBy && { splitBy }),
  }
}

/** The number of rows of a widget that its module does not draw. */
function countOf(widgetId: string): Numbers | undefined {
  const found = config.widgets.find(({ id }) => id === widgetId)
  return found && 'entity' in found ? { look: 'figure', entity: found.entity, time: found.time } : undefined
}

/** How a widget is drawn and what it asks; undefined for one that shows no numbers. */
export function numbersOf(
  widgetId: string,
  settings: Settings,
): { readonly look: Look; readonly request: DataRequest } | undefined {
  const numbers = isChart(widgetId) ? chartOf(settings) : (NUMBERS[widgetId] ?? countOf(widgetId))
  if (!numbers) return undefined
  const { look, entity, time, metric = count, by, splitBy } = numbers
  const steps = numbers.steps ?? (look === 'trend' ? time : undefined)
  const preset = typeof settings['dateRange'] === 'string' ? settings['dateRange'] : undefined
  const comparison = String(settings['comparison'] ?? 'previous_period')
  const limit = typeof settings['limit'] === 'number' ? settings['limit'] : 8
  return {
    look,
    request: {
      entityType: entity,
      metric,
      ...(steps && { groupBy: { field: steps, granularity: granularityOf(settings) } }),
      ...(by && { groupBy: { field: by, limit, resolveLabels: true } }),
      ...(splitBy && { splitBy: { field: splitBy, resolveLabels: true } }),
      ...(time && preset && { dateRange: { field: time, preset } }),
      ...(time && preset && look === 'figure' && comparison !== 'none' && { comparison: { type: comparison } }),
    },
  }
}

export type GroupKey = string | number | boolean | null

/** An answer of the batch route. */
export interface DataAnswer {
  readonly value: number | null
  readonly data: readonly {
    readonly groupKey: GroupKey
    readonly groupLabel?: string
    readonly value: number | null
    /** Of each series. */
    readonly values?: readonly (number | null)[]
  }[]
  readonly series?: readonly {
    readonly seriesKey: GroupKey
    readonly seriesLabel?: string
    readonly isOther: boolean
    readonly value: number | null
  }[]
  /** The days that were asked for. */
  readonly period?: { readonly from: string; readonly to: string }
  readonly comparison?: {
    readonly value: number
    /** Null if there was nothing to compare with. */
    readonly change: number | null
    readonly direction: 'up' | 'down' | 'unchanged'
  }
}

export type Answers = Readonly<Record<string, DataAnswer | { readonly error: string; readonly code?: string }>>
