import { widgets } from '@plinth/points'
import { features } from './contract.ts'

/** A chart of what its settings name. */
export const CHART = 'dashboards.dashboard.chart'

/** Widgets that need no other module, so that every dashboard has some. A chart is about what its settings name. */
export const ownWidgets = widgets.of(
  {
    id: 'dashboards.dashboard.welcome',
    title: 'Welcome',
    description: 'Greets whoever opens the dashboard.',
    features: [features.dashboard],
    isDefault: true,
    settings: { headline: 'Welcome, {{user}}!', message: 'Arrange this page as you like.' },
  },
  {
    id: 'dashboards.dashboard.notes',
    title: 'Notes',
    description: 'Keeps what you want to remember.',
    features: [features.dashboard],
    isDefault: true,
    settings: { text: '' },
  },
  {
    id: CHART,
    title: 'Chart',
    description: 'Counts or adds up records of a kind, over time or by a property.',
    features: [features.dashboard, features.analytics],
    settings: {},
  },
)
