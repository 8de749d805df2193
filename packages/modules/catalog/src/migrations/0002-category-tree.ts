import { sqlFile } from '@plinth/core/data'
import { defineMigration } from '@plinth/core'

/** Categories are in no circle and at most 32 levels deep, whoever moves them. */
export const categoryTree = defineMigration(
  'catalog.category_tree',
  sqlFile(new URL('./0002-category-tree.sql', import.meta.url)),
)
