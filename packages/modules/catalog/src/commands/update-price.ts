import { defineCommand, Ok } from '@plinth/core'
import { announce } from '../announce.ts'
import { events, features } from '../contract.ts'
import { Price } from '../entities.ts'
import { EntityId, PriceFields } from '../fields.ts'
import { given } from '../given.ts'
import { priceConstraints } from '../price-fields.ts'
import { priceNotFound } from '../refusals.ts'

/** Changes what is given of a price. */
export const updatePrice = defineCommand({
  id: 'catalog.prices.update',
  label: 'Update price',
  access: features['pricing.manage'],
  resource: 'catalog.price',
  constraints: priceConstraints,
  input: PriceFields.omit({ productId: true, variantId: true }).partial().extend({ id: EntityId }),
  output: Ok,
  async run(ctx) {
    const { id, ...fields } = ctx.input
    const price = await ctx.em.findOneOrFail(Price, { id }, { failHandler: priceNotFound })
    ctx.em.assign(price, given(fields))
    await ctx.em.flush()
    announce(ctx, events['price.updated'], price)
    return { ok: true as const }
  },
})
