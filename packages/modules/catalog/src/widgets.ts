import { widgets } from '@plinth/points'
import { productAnalytics } from './analytics.ts'

/** Dashboard widgets of the catalog. */
export const ownWidgets = widgets.of(
  {
    id: 'catalog.dashboard.newProductsKpi',
    title: 'New products',
    description: 'Products created, compared with the period before.',
    icon: 'package',
    data: productAnalytics,
    size: 'sm',
    isDefault: true,
    settings: { dateRange: 'this_month', showComparison: true },
    canRefresh: true,
  },
  {
    id: 'catalog.dashboard.productsByType',
    title: 'Products by type',
    icon: 'pie-chart',
    data: productAnalytics,
    size: 'sm',
    settings: { variant: 'donut' },
    canRefresh: true,
  },
)
