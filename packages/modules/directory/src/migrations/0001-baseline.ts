import { defineBaseline, sqlFile } from '@plinth/core/data'

/** Tenants, organizations and their hierarchy. */
export const baseline = defineBaseline('directory.baseline', sqlFile(new URL('./0001-baseline.sql', import.meta.url)), [
  'directory.tables',
  'directory.hierarchy',
  'directory.owner',
])
