import { catalog } from '@plinth/catalog'
import { checkIsolation } from '@plinth/core/testing'
import { expect, test } from 'vitest'
import { catalogContract } from './_contract.ts'
import { shopApp } from './_shop.ts'

test('nobody learns of or touches products that are not theirs', { timeout: 480_000 }, async () => {
  await using app = await shopApp()
  const report = await checkIsolation(app, {
    samples: catalogContract.samples,
    routes: (catalog.routes ?? []).map(({ method, path }) => `${method} ${path}`),
    unrecorded: ['progress_jobs'],
    idTables: {
      productId: 'catalog_products',
      categoryId: 'catalog_categories',
      categoryIds: 'catalog_categories',
      variantId: 'catalog_variants',
      parentId: 'catalog_categories',
      'POST /catalog/bulk-delete': 'catalog_products',
      ...Object.fromEntries(
        ['products', 'categories', 'variants', 'prices'].flatMap((kind) =>
          ['GET', 'POST', 'PUT', 'DELETE'].map((method) => [`${method} /catalog/${kind}`, `catalog_${kind}`]),
        ),
      ),
    },
    rows: {
      progress_jobs: ({ mark }) => ({
        status: 'pending',
        event: 'created',
        meta: JSON.stringify({ mark }),
        result_summary: null,
      }),
      catalog_products: () => ({ product_type: 'simple', primary_currency_code: 'EUR' }),
      catalog_prices: () => ({ currency_code: 'EUR' }),
      catalog_variants: ({ mark }) => ({ option_values: JSON.stringify({ mark }) }),
    },
    unreached: {
      'PUT /catalog/categories': 'an attack names one category as itself and as its parent; see products.test.ts',
    },
  })
  expect(report.tables).toBe(6)
})
