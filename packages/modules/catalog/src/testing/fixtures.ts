import type { ModuleFixtures } from '@plinth/testing'
import { contract } from './contract.ts'
import { examples } from './examples.ts'

const kinds = ['products', 'categories', 'variants', 'prices'].flatMap((kind) =>
  ['GET', 'POST', 'PUT', 'DELETE'].map((method) => [`${method} /catalog/${kind}`, `catalog_${kind}`]),
)

/** Test fixtures of the catalog. */
export const catalogFixtures: ModuleFixtures = {
  contract,
  isolation: {
    idTables: {
      ...Object.fromEntries(kinds),
      'POST /catalog/bulk-delete': 'catalog_products',
      'GET /catalog/categories parentId': 'catalog_categories',
      'POST /catalog/categories parentId': 'catalog_categories',
      'PUT /catalog/categories parentId': 'catalog_categories',
      productId: 'catalog_products',
      categoryId: 'catalog_categories',
      categoryIds: 'catalog_categories',
      variantId: 'catalog_variants',
    },
    rows: {
      catalog_products: () => ({ product_type: 'simple', primary_currency_code: 'EUR' }),
      catalog_prices: () => ({ currency_code: 'EUR' }),
      catalog_variants: ({ mark }) => ({ option_values: JSON.stringify({ mark }) }),
    },
    unreached: {
      'PUT /catalog/categories': 'an attack names one category as itself and as its parent; see products.test.ts',
    },
  },
  undo: { examples },
}
