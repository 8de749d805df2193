import { defineModule } from '@plinth/core'
import { productAnalytics } from './analytics.ts'
import { createCategory } from './commands/create-category.ts'
import { createPrice } from './commands/create-price.ts'
import { createProduct } from './commands/create-product.ts'
import { createVariant } from './commands/create-variant.ts'
import { deleteCategory } from './commands/delete-category.ts'
import { deletePrice } from './commands/delete-price.ts'
import { deleteProduct } from './commands/delete-product.ts'
import { deleteProductsInBulk } from './commands/delete-products-in-bulk.ts'
import { deleteVariant } from './commands/delete-variant.ts'
import { startBulkDelete } from './commands/start-bulk-delete.ts'
import { updateCategory } from './commands/update-category.ts'
import { updatePrice } from './commands/update-price.ts'
import { updateProduct } from './commands/update-product.ts'
import { updateVariant } from './commands/update-variant.ts'
import { events, features } from './contract.ts'
import { Category, Price, Product, Variant } from './entities.ts'
import { bulkDelete } from './jobs/bulk-delete.ts'
import { tables } from './migrations/0001-tables.ts'
import { postBulkDelete } from './routes/bulk-delete.ts'
import { categoryRoutes } from './routes/categories.ts'
import { priceRoutes } from './routes/prices.ts'
import { productRoutes } from './routes/products.ts'
import { variantRoutes } from './routes/variants.ts'
import { widgets } from './widgets.ts'

/** Products, categories, variants and prices, with bulk deletion (section 5). */
export const catalog = defineModule({
  id: 'catalog',
  title: 'Product Catalog',
  requires: ['progress'],
  entities: [Product, Category, Variant, Price],
  migrations: [tables],
  features,
  widgets,
  analytics: [productAnalytics],
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
    createProduct,
    updateProduct,
    deleteProduct,
    startBulkDelete,
    deleteProductsInBulk,
    createCategory,
    updateCategory,
    deleteCategory,
    createVariant,
    updateVariant,
    deleteVariant,
    createPrice,
    updatePrice,
    deletePrice,
  ],
  events,
  jobs: [bulkDelete],
  routes: [...productRoutes, postBulkDelete, ...categoryRoutes, ...variantRoutes, ...priceRoutes],
})
