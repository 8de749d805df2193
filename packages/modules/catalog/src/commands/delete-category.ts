import { defineCommand, notFound, Ok } from '@plinth/core'
import { z } from 'zod'
import { emitCatalogEvent } from '../catalog-events.ts'
import { events, features } from '../contract.ts'
import { Category, ProductCategory } from '../entities.ts'
import { CatalogRowId } from '../fields.ts'

/** Deletes a category; what is below it moves up, its products stay. */
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
    // Everything that refers to it, also what organizations have that the caller does not see.
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
