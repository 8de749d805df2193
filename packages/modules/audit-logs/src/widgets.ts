import { widgets } from '@plinth/points'
import { actionAnalytics } from './analytics.ts'

/** Dashboard widgets for the log. */
export const ownWidgets = widgets.of(
  {
    id: 'audit_logs.dashboard.actionsTrend',
    title: 'Activity',
    description: 'Changes made, day by day.',
    icon: 'activity',
    data: actionAnalytics,
    size: 'lg',
    isDefault: true,
    settings: { dateRange: 'last_30_days', granularity: 'day', showArea: true },
    canRefresh: true,
  },
  {
    id: 'audit_logs.dashboard.topActors',
    title: 'Most active people',
    icon: 'users',
    data: actionAnalytics,
    settings: { dateRange: 'this_month', limit: 10 },
    canRefresh: true,
  },
)
