import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/** Categories contain no cycles and at most 32 levels, whatever changes them. */
export const categoryTree = defineMigration(
  'catalog.category_tree',
  sqlFile(new URL('./0002-category-tree.sql', import.meta.url)),
)
