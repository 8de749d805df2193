import { del, get, inScope, page, post, put, sql } from '@plinth/core'
import { z } from 'zod'
import { createPrice } from '../commands/create-price.ts'
import { deletePrice } from '../commands/delete-price.ts'
import { updatePrice } from '../commands/update-price.ts'
import { features } from '../contract.ts'
import { ListQuery, orderBy, references, wanted } from '../list-query.ts'
import { readPage } from '../read-page.ts'
import { toIdRefusal } from '../refusals.ts'

const PriceItem = z.object({
  id: z.uuid(),
  productId: z.uuid(),
  variantId: z.uuid().nullable(),
  currencyCode: z.string(),
  unitPrice: z.string(),
  minQuantity: z.number().int(),
  startsAt: z.string().nullable(),
  endsAt: z.string().nullable(),
  organizationId: z.uuid().nullable(),
  tenantId: z.uuid(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

const sortFields = {
  currencyCode: 'currency_code',
  unitPrice: 'unit_price',
  minQuantity: 'min_quantity',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
}

const PriceQuery = ListQuery.omit({ search: true, isActive: true }).extend({
  productId: z.string().max(200).optional(),
  variantId: z.string().max(200).optional(),
  currencyCode: z
    .string()
    .regex(/^[A-Za-z]{3}$/)
    .toUpperCase()
    .optional(),
})

const listPrices = get(
  '/catalog/prices',
  {
    access: features['products.view'],
    summary: 'Prices of the organization, of one product or of one variant.',
    query: PriceQuery,
    response: page(PriceItem),
  },
  ({ db, scope, query }) =>
    readPage<z.input<typeof PriceItem>>(
      db,
      {
        columns: sql`r.id, r.product_id as "productId", r.variant_id as "variantId",
          r.currency_code as "currencyCode", r.unit_price::text as "unitPrice", r.min_quantity as "minQuantity",
          r.starts_at as "startsAt", r.ends_at as "endsAt", r.organization_id as "organizationId",
          r.tenant_id as "tenantId", r.created_at as "createdAt", r.updated_at as "updatedAt"`,
        from: sql`catalog_prices r`,
        where: [
          inScope(scope, 'r'),
          ...wanted('r', query),
          ...references('r.product_id', query.productId),
          ...references('r.variant_id', query.variantId),
          ...(query.currencyCode === undefined ? [] : [sql`r.currency_code = ${query.currencyCode}`]),
        ],
        order: orderBy('r', query, sortFields),
      },
      query,
    ),
)

/** Prices, by commands. */
export const priceRoutes = [
  listPrices,
  post('/catalog/prices', createPrice, { summary: 'Say what a product or a variant costs.', status: 201 }),
  put('/catalog/prices', updatePrice, {
    summary: 'Change what is given of a price.',
    errors: [400, 404],
    onInvalid: toIdRefusal,
  }),
  del('/catalog/prices', deletePrice, { summary: 'Delete a price.', errors: [400, 404], onInvalid: toIdRefusal }),
]
