import { defineModule } from '@plinth/core'
import { analytics, attachables, pages, readmePage } from '@plinth/points'
import { productAnalytics } from './analytics.ts'
import { attachableProducts } from './attachable.ts'
import { deleteProductsInBulk } from './bulk-deletion/delete-products-in-bulk.ts'
import { startBulkDelete } from './bulk-deletion/start-bulk-delete.ts'
import { ownPages } from './console-pages.ts'
import { events, features } from './contract.ts'
import { ProductCategory } from './entities.ts'
import { ofVisibleCategories } from './product-categories.ts'
import { bulkDelete } from './bulk-deletion/bulk-delete-job.ts'
import { baseline } from './migrations/0001-baseline.ts'
import { customValues } from './migrations/0003-custom-values.ts'
import { customIndexes } from './migrations/0004-custom-indexes.ts'
import { names } from './migrations/0005-names.ts'
import { categoryLimit } from './migrations/0006-category-limit.ts'
import { categories } from './resources/categories.ts'
import { prices } from './resources/prices.ts'
import { products } from './resources/products.ts'
import { variants } from './resources/variants.ts'
import { postBulkDelete } from './bulk-deletion/bulk-delete-route.ts'
import { ownWidgets } from './widgets.ts'
import { translations } from './translations.ts'

/** Products, categories, variants and prices, with bulk deletion. */
export const catalog = defineModule({
  id: 'catalog',
  title: 'Product Catalog',
  translations,
  requires: ['progress'],
  entities: [ProductCategory],
  dependents: [{ entity: ProductCategory, visible: ofVisibleCategories }],
  migrations: [baseline, customValues, customIndexes, names, categoryLimit],
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
  resources: [products, categories, variants, prices],
  commands: [startBulkDelete, deleteProductsInBulk],
  events,
  jobs: [bulkDelete],
  routes: [postBulkDelete],
})
