import { defineModule } from '@plinth/core'
import { pages, readmePage } from '@plinth/points'
import { assignRoleWidgets } from './commands/assign-role-widgets.ts'
import { assignUserWidgets } from './commands/assign-user-widgets.ts'
import { saveLayout } from './commands/save-layout.ts'
import { updateLayoutItem } from './commands/update-layout-item.ts'
import { features } from './contract.ts'
import { batches } from './data/batch.ts'
import { sums } from './data/sum-up.ts'
import { dashboardCache } from './layout/dashboard.ts'
import { baseline } from './migrations/0001-baseline.ts'
import { chartFieldUses } from './field-uses.ts'
import { ownWidgets } from './own-widgets.ts'
import { listWidgets } from './routes/catalog.ts'
import { readData, readDataBatch } from './routes/data.ts'
import { listEntities } from './routes/entities.ts'
import { patchLayoutItem, putLayout, readLayout } from './routes/layout.ts'
import { putRoleWidgets, readRoleWidgets } from './routes/role-widgets.ts'
import { putUserWidgets, readUserWidgets } from './routes/user-widgets.ts'
import { translations } from './translations.ts'

/** Dashboards: layouts, permitted widgets and their data. */
export const dashboards = defineModule({
  id: 'dashboards',
  title: 'Admin Dashboards',
  translations,
  tag: 'Dashboards',
  requires: ['auth', 'directory'],
  migrations: [baseline],
  features,
  prefixes: ['analytics'],
  contributes: [
    pages.of(readmePage({ title: 'Dashboards', access: features.dashboard }, import.meta.url)),
    ownWidgets,
    chartFieldUses,
  ],
  roles: {
    admin: ['dashboards.*', features.assignWidgets, features.analytics],
    employee: [features.dashboard, features.configure, features.analytics],
  },
  caches: [dashboardCache, sums, batches],
  commands: [saveLayout, updateLayoutItem, assignRoleWidgets, assignUserWidgets],
  routes: [
    readLayout,
    putLayout,
    patchLayoutItem,
    listWidgets,
    readRoleWidgets,
    putRoleWidgets,
    readUserWidgets,
    putUserWidgets,
    readData,
    readDataBatch,
    listEntities,
  ],
})
