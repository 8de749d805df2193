import { defineFeatures } from '@plinth/core'

const dashboardFeatures = defineFeatures('dashboards', {
  view: 'View dashboard',
  configure: 'Customize dashboard layout',
  'admin.assign-widgets': 'Manage dashboard widget availability',
})

/** Features of dashboards. */
export const features = {
  dashboard: dashboardFeatures.view,
  configure: dashboardFeatures.configure,
  assignWidgets: dashboardFeatures['admin.assign-widgets'],
  analytics: defineFeatures('analytics', { view: 'View analytics widgets' }).view,
}

/** Cache tags of dashboards. */
export const tags = {
  /** The layouts of a user. */
  layout: (userId: string) => `dashboards.layout:${userId}`,
  /** The widgets that roles and users of a tenant may use. */
  widgets: (tenantId: string) => `dashboards.widgets:${tenantId}`,
}
