import { defineCommand, Id } from '@plinth/core'
import { emitCatalogEvent } from '../catalog-events.ts'
import { events, features } from '../contract.ts'
import { Product } from '../entities.ts'
import { ProductFields } from '../fields.ts'
import { assignCategories } from '../product-categories.ts'
import { productRules } from '../rule-points.ts'

/** Adds a product to the caller's organization. */
export const createProduct = defineCommand({
  id: 'catalog.products.create',
  label: 'Create product',
  access: features['products.manage'],
  resource: 'catalog.product',
  rules: productRules.create,
  input: ProductFields,
  output: Id,
  async run(ctx) {
    const { categoryIds = [], ...fields } = ctx.input
    const product = await ctx.from.create(Product, { ...fields, productType: fields.productType ?? 'simple' })
    if (categoryIds.length > 0) await assignCategories(ctx, product, categoryIds)
    emitCatalogEvent(ctx, events['product.created'], product)
    return { id: product.id }
  },
})
