import { defineFeatures } from '@plinth/core'

const dashboardFeatures = defineFeatures('dashboards', {
  view: 'View dashboard',
  configure: 'Customize dashboard layout',
  'admin.assign-widgets': 'Manage dashboard widget availability',
})

/** What people may be allowed to do with dashboards. */
export const features = {
  dashboard: dashboardFeatures.view,
  configure: dashboardFeatures.configure,
  assignWidgets: dashboardFeatures['admin.assign-widgets'],
  analytics: defineFeatures('analytics', { view: 'View analytics widgets' }).view,
}

/** Tags of what is cached of dashboards. */
export const tags = {
  /** Somebody's layouts. */
  layout: (userId: string) => `dashboards.layout:${userId}`,
  /** Which widgets roles and users of a tenant may use. */
  widgets: (tenantId: string) => `dashboards.widgets:${tenantId}`,
}
