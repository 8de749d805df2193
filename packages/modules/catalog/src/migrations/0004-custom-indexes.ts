import { customIndex, defineMigration } from '@plinth/core'

/** Values of filterable custom fields are indexed. */
export const customIndexes = defineMigration(
  'catalog.custom_indexes',
  [
    customIndex('catalog_products', 'catalog:catalog_product'),
    customIndex('catalog_variants', 'catalog:catalog_product_variant'),
  ].join('\n'),
)
