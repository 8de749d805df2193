import { defineCommand, Ok } from '@plinth/core'
import { z } from 'zod'
import { announce } from '../announce.ts'
import { events, features } from '../contract.ts'
import { Price } from '../entities.ts'
import { EntityId } from '../fields.ts'
import { priceNotFound } from '../refusals.ts'

/** Deletes a price. */
export const deletePrice = defineCommand({
  id: 'catalog.prices.delete',
  label: 'Delete price',
  access: features['pricing.manage'],
  resource: 'catalog.price',
  input: z.object({ id: EntityId }),
  output: Ok,
  async run(ctx) {
    const price = await ctx.em.findOneOrFail(Price, { id: ctx.input.id }, { failHandler: priceNotFound })
    ctx.em.remove(price)
    await ctx.em.flush()
    announce(ctx, events['price.deleted'], price)
    return { ok: true as const }
  },
})
