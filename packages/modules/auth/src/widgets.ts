import { widgets } from '@plinth/points'
import { signInAnalytics, userAnalytics } from './analytics.ts'

/** Dashboard widgets of accounts. */
export const ownWidgets = widgets.of(
  {
    id: 'auth.dashboard.newUsersKpi',
    title: 'New users',
    description: 'Accounts created, compared with the period before.',
    icon: 'user-plus',
    data: userAnalytics,
    size: 'sm',
    isDefault: true,
    settings: { dateRange: 'this_month', showComparison: true },
    canRefresh: true,
  },
  {
    id: 'auth.dashboard.signInsTrend',
    title: 'Sign-ins',
    description: 'How often people signed in.',
    icon: 'log-in',
    data: signInAnalytics,
    size: 'lg',
    settings: { dateRange: 'last_30_days', granularity: 'day', showArea: true },
    canRefresh: true,
  },
)
