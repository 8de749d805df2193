import { defineCommand, Ok } from '@plinth/core'
import { z } from 'zod'
import { emitCatalogEvent } from '../catalog-events.ts'
import { events, features } from '../contract.ts'
import { Category, ProductCategory } from '../entities.ts'
import { CatalogRowId } from '../fields.ts'

/** Deletes a category. Its children move up to its parent; its products are kept. */
export const deleteCategory = defineCommand({
  id: 'catalog.categories.delete',
  label: 'Delete category',
  access: features['categories.manage'],
  resource: 'catalog.category',
  entity: Category,
  input: z.object({ id: CatalogRowId }),
  output: Ok,
  async run(ctx) {
    const { input, from, widenScope } = ctx
    const { id } = input
    const category = await from.lock(Category, id)
    // Includes everything that refers to it in organizations that the caller may not see.
    await widenScope('tenant', 'take a category out of the tree', async (tenant) => {
      await tenant.from.delete(ProductCategory, 'c').where('c.categoryId', '=', id).execute()
      await tenant.from
        .update(Category, 'c')
        .set({ parentId: category.parentId })
        .where('c.parentId', '=', id)
        .execute()
    })
    await from.remove(Category, category)
    emitCatalogEvent(ctx, events['category.deleted'], category)
    return { ok: true as const }
  },
})
