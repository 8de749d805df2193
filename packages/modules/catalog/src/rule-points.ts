import { defineRulePoint, inScope, sql } from '@plinth/core'
import { z } from 'zod'

const Data = z.object({
  title: z.string(),
  subtitle: z.string().nullable(),
  description: z.string().nullable(),
  sku: z.string().nullable(),
  handle: z.string().nullable(),
  productType: z.string(),
  primaryCurrencyCode: z.string().nullable(),
  isActive: z.boolean(),
})

/** What rules know of a product, in a query that calls the table `p`. */
export const ruleColumns = sql`p.title, p.subtitle, p.description, p.sku, p.handle, p.product_type as "productType",
  p.primary_currency_code as "primaryCurrencyCode", p.is_active as "isActive"`

/** What customers' rules may say of products. A bulk deletion asks them about each. */
export const productRules = defineRulePoint('catalog:product', {
  title: 'Product',
  data: Data,
  settable: ['title', 'subtitle', 'description', 'sku', 'handle', 'productType', 'primaryCurrencyCode', 'isActive'],
  async load({ db, scope }, id) {
    const { rows } = await sql<z.output<typeof Data>>`
      select ${ruleColumns} from catalog_products p where ${inScope(scope, 'p')} and p.id = ${id}`.execute(db)
    return rows[0] ?? null
  },
})
