import { defineCommand, Ok } from '@plinth/core'
import { announce } from '../announce.ts'
import { events, features } from '../contract.ts'
import { yieldDefault } from '../default-variant.ts'
import { Variant } from '../entities.ts'
import { EntityId, VariantFields } from '../fields.ts'
import { given } from '../given.ts'
import { variantNotFound } from '../refusals.ts'
import { toSearchText } from '../search-text.ts'

/** Changes what is given of a variant. */
export const updateVariant = defineCommand({
  id: 'catalog.variants.update',
  label: 'Update variant',
  access: features['variants.manage'],
  resource: 'catalog.variant',
  input: VariantFields.omit({ productId: true }).partial().extend({ id: EntityId }),
  output: Ok,
  async run(ctx) {
    const { id, ...fields } = ctx.input
    const variant = await ctx.em.findOneOrFail(Variant, { id }, { failHandler: variantNotFound })
    if (fields.isDefault && !variant.isDefault) await yieldDefault(ctx, variant.productId)
    ctx.em.assign(variant, given(fields))
    const { name, sku, barcode } = variant
    ctx.em.assign(variant, { searchText: toSearchText(name, sku, barcode) })
    await ctx.em.flush()
    announce(ctx, events['variant.updated'], variant)
    return { ok: true as const }
  },
})
