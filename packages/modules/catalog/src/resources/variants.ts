import { badInput, type CommandContext, input, resource, view } from '@plinth/core'
import { z } from 'zod'
import { emitCatalogEvent } from '../catalog-events.ts'
import { deleteVariant } from '../commands/delete-variant.ts'
import { events, features } from '../contract.ts'
import { Product, Variant } from '../entities.ts'
import { commonColumns, idRefusal, OptionValues } from '../fields.ts'

const Fields = input(Variant, ['productId', 'name', 'sku', 'barcode', 'isDefault', 'isActive']).extend({
  optionValues: OptionValues.nullish(),
})

const unknownProduct = () => badInput('Product not found', { fieldErrors: { productId: 'Not found' } })

/** Variants, which belong to the organizations of their products. */
export const variants = resource('/catalog/variants', Variant, {
  kind: 'catalog.variant',
  title: 'Variant',
  missing: 'Catalog variant',
  access: { read: features['products.view'], write: features['variants.manage'] },
  input: Fields,
  fixed: ['productId'],
  parent: ({ productId }) => ({ kind: 'catalog.product', id: productId }),
  async complete(ctx, { fields, row }) {
    const productId = row?.productId ?? fields.productId!
    const product = row ?? (await ctx.from.lock(Product, productId, unknownProduct))
    if (fields.isDefault && !row?.isDefault) await clearDefault(ctx, productId)
    return { organizationId: product.organizationId }
  },
  onWritten: (ctx, variant, what) => emitCatalogEvent(ctx, events[`variant.${what}`], variant),
  replace: { delete: deleteVariant },
  list: {
    summary: 'List variants of the organization or of one product.',
    select: view(Variant, [
      'id',
      'productId',
      'name',
      'sku',
      'barcode',
      'optionValues',
      'isDefault',
      'isActive',
      ...commonColumns,
    ]).extend({ optionValues: z.record(z.string(), z.string()).nullable() }),
    search: 'searchText',
    sort: { name: 'name', sku: 'sku', createdAt: 'createdAt', updatedAt: 'updatedAt' },
    filter: ['productId', 'isActive'],
  },
  routes: {
    create: { summary: 'Create a variant of a product.' },
    update: idRefusal,
    delete: { ...idRefusal, summary: 'Delete a variant with its prices.' },
  },
})

export const { create: createVariant, update: updateVariant } = variants

/** A product has only one default variant, so the previous one loses the mark. */
async function clearDefault({ from }: CommandContext, productId: string): Promise<void> {
  const former = await from.lockAll(Variant, { productId, isDefault: true })
  for (const variant of former) await from.change(Variant, variant, { isDefault: false })
}
