import { defineCommand, Ok, sql } from '@plinth/core'
import { z } from 'zod'
import { announce } from '../announce.ts'
import { events, features } from '../contract.ts'
import { Category } from '../entities.ts'
import { EntityId } from '../fields.ts'
import { categoryNotFound } from '../refusals.ts'

/** Deletes a category; what is below it moves up, its products stay. */
export const deleteCategory = defineCommand({
  id: 'catalog.categories.delete',
  label: 'Delete category',
  access: features['categories.manage'],
  resource: 'catalog.category',
  input: z.object({ id: EntityId }),
  output: Ok,
  async run(ctx) {
    const { input, em, scope, now, asSystem } = ctx
    const { id } = input
    const category = await em.findOneOrFail(Category, { id }, { failHandler: categoryNotFound })
    const at = now().toISOString()
    // Everything that refers to it, also what organizations have that the caller does not see.
    await asSystem('take a category out of the tree', async ({ db }) => {
      await sql`delete from catalog_product_categories
        where tenant_id = ${scope.tenantId} and category_id = ${id}`.execute(db)
      await sql`update catalog_categories set parent_id = ${category.parentId ?? null}, updated_at = ${at}
        where tenant_id = ${scope.tenantId} and parent_id = ${id}`.execute(db)
    })
    em.remove(category)
    await em.flush()
    announce(ctx, events['category.deleted'], category)
    return { ok: true as const }
  },
})
