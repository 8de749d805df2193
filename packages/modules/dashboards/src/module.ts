import { defineModule } from '@plinth/core'

/** Dashboards: layouts, widgets and their data. */
export const dashboards = defineModule({
  id: 'dashboards',
  title: 'Dashboards',
  requires: ['auth', 'directory'],
})
