import { widgets } from '@plinth/points'
import { executionAnalytics, ruleAnalytics } from './analytics.ts'

/** Dashboard widgets for rules. */
export const ownWidgets = widgets.of(
  {
    id: 'business_rules.dashboard.rulesByType',
    title: 'Rules by type',
    icon: 'list-checks',
    data: ruleAnalytics,
    size: 'sm',
    settings: { variant: 'donut' },
    canRefresh: true,
  },
  {
    id: 'business_rules.dashboard.executionsTrend',
    title: 'Rule executions',
    icon: 'zap',
    data: executionAnalytics,
    size: 'lg',
    settings: { dateRange: 'last_7_days', granularity: 'day', showArea: true },
    canRefresh: true,
  },
)
