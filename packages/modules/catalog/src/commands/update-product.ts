import { defineCommand, Ok, partial } from '@plinth/core'
import { emitCatalogEvent } from '../catalog-events.ts'
import { events, features } from '../contract.ts'
import { Product } from '../entities.ts'
import { CatalogRowId, ProductFields } from '../fields.ts'
import { assignCategories } from '../product-categories.ts'
import { productRules } from '../rule-points.ts'

/** Updates the given properties of a product. */
export const updateProduct = defineCommand({
  id: 'catalog.products.update',
  label: 'Update product',
  access: features['products.manage'],
  resource: 'catalog.product',
  entity: Product,
  rules: productRules.update,
  input: partial(ProductFields).extend({ id: CatalogRowId }),
  output: Ok,
  async run(ctx) {
    const { id, categoryIds, ...fields } = ctx.input
    const product = await ctx.from.lock(Product, id)
    await ctx.from.change(Product, product, fields)
    if (categoryIds) await assignCategories(ctx, product, categoryIds)
    emitCatalogEvent(ctx, events['product.updated'], product)
    return { ok: true as const }
  },
})
