import { customColumn, defineMigration } from '@plinth/core'

/** The column with the values of custom fields. */
export const customValues = defineMigration(
  'catalog.custom_values',
  customColumn('catalog_products', 'catalog_variants'),
)
