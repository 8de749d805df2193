import { defineModule } from '@plinth/core'
import { analytics, attachables, pages, readmePage } from '@plinth/points'
import { productAnalytics } from './analytics.ts'
import { attachableProducts } from './attachable.ts'
import { deleteProductsInBulk } from './commands/delete-products-in-bulk.ts'
import { startBulkDelete } from './commands/start-bulk-delete.ts'
import { ownPages } from './console-pages.ts'
import { events, features } from './contract.ts'
import { Category, Price, Product, ProductCategory, Variant } from './entities.ts'
import { bulkDelete } from './jobs/bulk-delete.ts'
import { baseline } from './migrations/0001-baseline.ts'
import { customValues } from './migrations/0003-custom-values.ts'
import { customIndexes } from './migrations/0004-custom-indexes.ts'
import { names } from './migrations/0005-names.ts'
import { categories } from './resources/categories.ts'
import { prices } from './resources/prices.ts'
import { products } from './resources/products.ts'
import { variants } from './resources/variants.ts'
import { postBulkDelete } from './routes/bulk-delete.ts'
import { ownWidgets } from './widgets.ts'

/** Products, categories, variants and prices, with bulk deletion. */
export const catalog = defineModule({
  id: 'catalog',
  title: 'Product Catalog',
  requires: ['progress'],
  entities: [Product, Category, ProductCategory, Variant, Price],
  migrations: [baseline, customValues, customIndexes, names],
  features,
  contributes: [
    pages.of(readmePage({ title: 'Products', access: features['products.view'] }, import.meta.url)),
    ownPages,
    ownWidgets,
    analytics.of(productAnalytics),
    attachables.of(attachableProducts),
  ],
  roles: {
    admin: ['catalog.*'],
    employee: [
      features['products.view'],
      features['products.manage'],
      features['categories.view'],
      features['categories.manage'],
      features['variants.manage'],
      features['pricing.manage'],
    ],
  },
  commands: [
    ...products.commands,
    startBulkDelete,
    deleteProductsInBulk,
    ...categories.commands,
    ...variants.commands,
    ...prices.commands,
  ],
  events,
  jobs: [bulkDelete],
  routes: [...products.routes, postBulkDelete, ...categories.routes, ...variants.routes, ...prices.routes],
})
