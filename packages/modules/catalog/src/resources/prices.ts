import { badInput, resource, view } from '@plinth/core'
import { z } from 'zod'
import { emitCatalogEvent } from '../catalog-events.ts'
import { events, features } from '../contract.ts'
import { Price, Product, Variant } from '../entities.ts'
import { commonColumns, idRefusal, PriceFields } from '../fields.ts'

/** Error messages for constraints of prices. */
const priceConstraints = {
  catalog_prices_check: () =>
    badInput('The end of a price must be after its beginning', { fieldErrors: { endsAt: 'Before startsAt' } }),
}

const unknown = (field: string, what: string) => () =>
  badInput(`${what} not found`, { fieldErrors: { [field]: 'Not found' } })

const Listed = view(Price, [
  'id',
  'productId',
  'variantId',
  'currencyCode',
  'unitPrice',
  'minQuantity',
  'startsAt',
  'endsAt',
  ...commonColumns,
])
// They have more decimals than `money()` allows, but are shown with their currency as well.
Listed.shape.unitPrice.register(z.globalRegistry, { 'x-currency-member': 'currencyCode' })

/** Prices of products and variants. */
export const prices = resource('/catalog/prices', Price, {
  kind: 'catalog.price',
  title: 'Price',
  missing: 'Catalog price',
  access: { read: features['products.view'], write: features['pricing.manage'] },
  input: PriceFields,
  fixed: ['productId', 'variantId'],
  constraints: priceConstraints,
  parent: ({ productId }) => ({ kind: 'catalog.product', id: productId }),
  async complete({ from }, { fields: { productId, variantId }, row }) {
    if (row) return {}
    const { organizationId } = await from.lock(Product, productId!, unknown('productId', 'Product'))
    const variant = { id: variantId!, productId: productId! }
    if (variantId) await from.lock(Variant, variant, unknown('variantId', 'Variant'))
    return { organizationId }
  },
  onWritten: (ctx, price, what) => emitCatalogEvent(ctx, events[`price.${what}`], price),
  list: {
    summary: 'List prices of the organization, of one product or of one variant.',
    select: Listed,
    sort: ['createdAt', 'updatedAt', 'currencyCode', 'unitPrice', 'minQuantity'],
    filter: ['productId', 'variantId'],
    query: {
      currencyCode: z
        .string()
        .regex(/^[A-Za-z]{3}$/)
        .toUpperCase()
        .optional(),
    },
    where: ({ eb, query: { currencyCode } }) =>
      currencyCode === undefined ? [] : [eb('row.currencyCode', '=', currencyCode)],
  },
  routes: { create: { summary: 'Create a price for a product or a variant.' }, update: idRefusal, delete: idRefusal },
})

export const { create: createPrice, update: updatePrice, delete: deletePrice } = prices
