import { definePoint } from '@plinth/core'
import type { AnalyticsEntity } from './analytics-entity.ts'
import { checkColumns, findFault } from './check-analytics.ts'

/** Entities that dashboards may aggregate. */
export const analytics = definePoint<AnalyticsEntity>({
  id: 'dashboards.analytics',
  title: 'Analytics entity',
  name: ({ id }) => id,
  features: ({ features }) => features,
  check: (entity, { module }) =>
    entity.id.startsWith(`${module.id}:`) ? findFault(entity) : `must have an id that begins with '${module.id}:'`,
  checkDatabase: checkColumns,
  tables: ({ table }) => [table],
})
