import { defineCommand, Id } from '@plinth/core'
import { announce } from '../announce.ts'
import { events, features } from '../contract.ts'
import { Product } from '../entities.ts'
import { ProductFields } from '../fields.ts'
import { assignCategories } from '../product-categories.ts'
import { productRules } from '../rule-points.ts'
import { toSearchText } from '../search-text.ts'

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
    const { title, subtitle = null, description = null, sku = null, handle = null, metadata = null } = fields
    const product = ctx.em.create(Product, {
      title,
      subtitle,
      description,
      sku,
      handle,
      metadata,
      productType: fields.productType ?? 'simple',
      primaryCurrencyCode: fields.primaryCurrencyCode ?? null,
      isActive: fields.isActive ?? true,
      searchText: toSearchText(title, subtitle, sku, handle),
    })
    await ctx.em.flush()
    if (categoryIds.length > 0) await assignCategories(ctx, product, categoryIds)
    announce(ctx, events['product.created'], product)
    return { id: product.id }
  },
})
