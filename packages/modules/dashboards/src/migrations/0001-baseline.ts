import { defineBaseline, sqlFile } from '@plinth/core/data'

/** Layouts, and the widgets that roles and users may use. Unique keys treat a missing organization as a value. */
export const baseline = defineBaseline(
  'dashboards.baseline',
  sqlFile(new URL('./0001-baseline.sql', import.meta.url)),
  ['dashboards.unique-ids', 'dashboards.tables', 'dashboards.beside-accounts'],
)
