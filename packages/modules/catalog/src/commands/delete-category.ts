import { defineCommand, notFound, Ok } from '@plinth/core'
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
    const { input, em, asTenant } = ctx
    const { id } = input
    const category = await em.findOneOrFail(Category, { id }, { failHandler: () => notFound('Catalog category') })
    // Includes everything that refers to it in organizations that the caller may not see.
    await asTenant('take a category out of the tree', async ({ from }) => {
      await from.delete(ProductCategory, 'c').where('c.categoryId', '=', id).execute()
      await from
        .update(Category, 'c')
        .set({ parentId: category.parentId ?? null })
        .where('c.parentId', '=', id)
        .execute()
    })
    em.remove(category)
    await em.flush()
    emitCatalogEvent(ctx, events['category.deleted'], category)
    return { ok: true as const }
  },
})
