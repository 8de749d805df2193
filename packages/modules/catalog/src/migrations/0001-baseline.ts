import { defineBaseline, sqlFile } from '@plinth/core/data'

/**
 * Products and what depends on them. Deletion is explicit, children first, in one statement per table: cascades would run one
 * query per row, which is expensive for bulk deletions of thousands.
 */
export const baseline = defineBaseline('catalog.baseline', sqlFile(new URL('./0001-baseline.sql', import.meta.url)), [
  'catalog.tables',
  'catalog.category_tree',
])
