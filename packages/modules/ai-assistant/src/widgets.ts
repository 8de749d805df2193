import { widgets } from '@plinth/points'
import { usageAnalytics } from './analytics.ts'

/** The assistant's dashboard widgets. */
export const ownWidgets = widgets.of(
  {
    id: 'ai_assistant.dashboard.tokensTrend',
    title: 'Tokens of the assistant',
    description: 'What models have used, day by day.',
    icon: 'sparkles',
    data: usageAnalytics,
    settings: { dateRange: 'last_30_days', granularity: 'day', metric: 'outputTokens' },
    canRefresh: true,
  },
  {
    id: 'ai_assistant.dashboard.tokensByModel',
    title: 'Tokens by model',
    icon: 'pie-chart',
    data: usageAnalytics,
    size: 'sm',
    settings: { dateRange: 'this_month', metric: 'inputTokens', variant: 'donut' },
    canRefresh: true,
  },
)
