import type { Context } from '@plinth/core'
import { anyOf } from '@plinth/core/data'
import { defineRulePoint } from '@plinth/core/rules'
import { z } from 'zod'
import { Product } from './entities.ts'
import { productTypes } from './fields.ts'

const Data = z.object({
  title: z.string(),
  subtitle: z.string().nullable(),
  description: z.string().nullable(),
  sku: z.string().nullable(),
  handle: z.string().nullable(),
  productType: z.string().meta({ enum: productTypes }),
  primaryCurrencyCode: z.string().nullable(),
  isActive: z.boolean(),
})

/** The properties of a product available to rules, in a query with products as `p`. */
export const ruleColumns = [
  'p.title',
  'p.subtitle',
  'p.description',
  'p.sku',
  'p.handle',
  'p.productType',
  'p.primaryCurrencyCode',
  'p.isActive',
] as const

/** Customers' rules for products. A bulk deletion evaluates them for each product. */
export const productRules = defineRulePoint('catalog:product', {
  title: 'Product',
  // The names under which dashboards and attachments published it.
  aliases: ['catalog:products', 'catalog:catalog_product'],
  data: Data,
  settable: ['title', 'subtitle', 'description', 'sku', 'handle', 'productType', 'primaryCurrencyCode', 'isActive'],
  entity: Product,
  load: async (ctx, id) => (await loadProducts(ctx, [id])).get(id) ?? null,
  loadAll: loadProducts,
})

async function loadProducts({ from }: Pick<Context, 'from'>, ids: readonly string[]) {
  const products = await from(Product, 'p')
    .select(['p.id', ...ruleColumns])
    .where('p.id', '=', anyOf(ids))
    .execute()
  return new Map(products.map(({ id, ...product }) => [id, product]))
}
