import { badInput, defineCommand, Id } from '@plinth/core'
import { announce } from '../announce.ts'
import { events, features } from '../contract.ts'
import { yieldDefault } from '../default-variant.ts'
import { Product, Variant } from '../entities.ts'
import { VariantFields } from '../fields.ts'
import { toSearchText } from '../search-text.ts'

const unknownProduct = () => badInput('Product not found', { fieldErrors: { productId: 'Not found' } })

/** Adds a variant to a product, in the product's organization. */
export const createVariant = defineCommand({
  id: 'catalog.variants.create',
  label: 'Create variant',
  access: features['variants.manage'],
  resource: 'catalog.variant',
  target: ({ input, result }) => ({ id: result.id, parent: { kind: 'catalog.product', id: input.productId } }),
  input: VariantFields,
  output: Id,
  async run(ctx) {
    const { productId, name = null, sku = null, barcode = null, ...rest } = ctx.input
    const { optionValues = null, isDefault = false, isActive = true } = rest
    const product = await ctx.em.findOneOrFail(Product, { id: productId }, { failHandler: unknownProduct })
    if (isDefault) await yieldDefault(ctx, productId)
    const { organizationId } = product
    const searchText = toSearchText(name, sku, barcode)
    const fields = { name, sku, barcode, optionValues, isDefault, isActive, searchText }
    const variant = ctx.em.create(Variant, { productId, organizationId, ...fields })
    await ctx.em.flush()
    announce(ctx, events['variant.created'], variant)
    return { id: variant.id }
  },
})
