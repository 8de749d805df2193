import { defineCommand, notFound, Ok } from '@plinth/core'
import { z } from 'zod'
import { emitCatalogEvent } from '../catalog-events.ts'
import { events, features } from '../contract.ts'
import { lockProducts, removeProducts } from '../delete-products.ts'
import { CatalogRowId } from '../fields.ts'
import { Product } from '../entities.ts'
import { productRules } from '../rule-points.ts'

/** Deletes a product with its variants, prices and category assignments. */
export const deleteProduct = defineCommand({
  id: 'catalog.products.delete',
  label: 'Delete product',
  access: features['products.manage'],
  resource: 'catalog.product',
  entity: Product,
  rules: productRules.delete,
  input: z.object({ id: CatalogRowId }),
  output: Ok,
  async run(ctx) {
    const [product] = await lockProducts(ctx, [ctx.input.id])
    if (!product) throw notFound('Catalog product')
    await removeProducts(ctx, [product])
    emitCatalogEvent(ctx, events['product.deleted'], product)
    return { ok: true as const }
  },
})
