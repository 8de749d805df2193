import { badInput, defineCommand, Id } from '@plinth/core'
import { announce } from '../announce.ts'
import { events, features } from '../contract.ts'
import { Price, Product, Variant } from '../entities.ts'
import { PriceFields } from '../fields.ts'
import { priceConstraints } from '../price-fields.ts'

const unknown = (field: string, what: string) => () =>
  badInput(`${what} not found`, { fieldErrors: { [field]: 'Not found' } })

/** Says what a product costs, or one of its variants. */
export const createPrice = defineCommand({
  id: 'catalog.prices.create',
  label: 'Create price',
  access: features['pricing.manage'],
  resource: 'catalog.price',
  target: ({ input, result }) => ({ id: result.id, parent: { kind: 'catalog.product', id: input.productId } }),
  constraints: priceConstraints,
  input: PriceFields,
  output: Id,
  async run(ctx) {
    const { productId, variantId = null, currencyCode, unitPrice, minQuantity = 1, ...time } = ctx.input
    const { startsAt = null, endsAt = null } = time
    const failHandler = unknown('productId', 'Product')
    const { organizationId } = await ctx.em.findOneOrFail(Product, { id: productId }, { failHandler })
    if (variantId !== null)
      await ctx.em.findOneOrFail(
        Variant,
        { id: variantId, productId },
        { failHandler: unknown('variantId', 'Variant') },
      )
    const fields = { variantId, currencyCode, unitPrice, minQuantity, startsAt, endsAt }
    const price = ctx.em.create(Price, { productId, organizationId, ...fields })
    await ctx.em.flush()
    announce(ctx, events['price.created'], price)
    return { id: price.id }
  },
})
