import type { ModuleFixtures } from '@plinth/testing'
import { contract } from './contract.ts'
import { examples } from './examples.ts'

/** Test fixtures of the catalog. */
export const catalogFixtures: ModuleFixtures = {
  contract,
  isolation: {
    idTables: { 'POST /catalog/bulk-delete': 'catalog_products' },
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
