import { defineMigration } from '@plinth/core'

/** Categories are limited per tenant: checks of the tree read it as a whole. */
export const categoryLimit = defineMigration(
  'catalog.category_limit',
  `select plinth.limit_rows('catalog_categories', 10000, 'A tenant can have at most %s categories')`,
)
