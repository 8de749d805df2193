import type { ModuleFixtures } from '@plinth/testing'
import { contract } from './contract.ts'
import { examples } from './examples.ts'

const widgetId = 'dashboards.dashboard.notes'

/** Test fixtures of dashboards. Tenants and accounts come from the fixtures of directory and auth. */
export const dashboardsFixtures: ModuleFixtures = {
  contract,
  isolation: {
    rows: {
      dashboard_role_widgets: () => ({ widget_ids: [widgetId] }),
      dashboard_user_widgets: () => ({ widget_ids: [widgetId] }),
      dashboard_layouts: ({ mark, idIn }) => ({
        items: JSON.stringify([{ id: idIn('dashboard_layouts'), widgetId, size: 'md', settings: { text: mark } }]),
      }),
    },
    idTables: { itemId: 'dashboard_layouts' },
    unreached: {
      'PUT /dashboards/roles/widgets': 'an attack names a row among the widgets; see isolation.test.ts',
      'PUT /dashboards/users/widgets': 'an attack names a row among the widgets; see isolation.test.ts',
    },
  },
  undo: { examples },
}
