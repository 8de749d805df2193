import { defineCommand, Ok } from '@plinth/core'
import { z } from 'zod'
import { emitCatalogEvent } from '../catalog-events.ts'
import { events, features } from '../contract.ts'
import { Variant, Price } from '../entities.ts'
import { CatalogRowId } from '../fields.ts'

/** Deletes a variant with its prices. */
export const deleteVariant = defineCommand({
  id: 'catalog.variants.delete',
  label: 'Delete variant',
  access: features['variants.manage'],
  resource: 'catalog.variant',
  entity: Variant,
  input: z.object({ id: CatalogRowId }),
  output: Ok,
  async run(ctx) {
    const { input, from } = ctx
    const { id } = input
    const variant = await from.lock(Variant, id)
    await from.delete(Price, 'p').where('p.variantId', '=', id).execute()
    await from.remove(Variant, variant)
    emitCatalogEvent(ctx, events['variant.deleted'], variant)
    return { ok: true as const }
  },
})
