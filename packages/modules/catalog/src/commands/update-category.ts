import { defineCommand, Ok } from '@plinth/core'
import { announce } from '../announce.ts'
import { assertParent } from '../category-tree.ts'
import { events, features } from '../contract.ts'
import { Category } from '../entities.ts'
import { CategoryFields, EntityId } from '../fields.ts'
import { given } from '../given.ts'
import { categoryNotFound } from '../refusals.ts'
import { toSearchText } from '../search-text.ts'

/** Changes what is given of a category, its place in the tree included. */
export const updateCategory = defineCommand({
  id: 'catalog.categories.update',
  label: 'Update category',
  access: features['categories.manage'],
  resource: 'catalog.category',
  input: CategoryFields.partial().extend({ id: EntityId }),
  output: Ok,
  async run(ctx) {
    const { id, ...fields } = ctx.input
    const category = await ctx.em.findOneOrFail(Category, { id }, { failHandler: categoryNotFound })
    if (fields.parentId) await assertParent(ctx, { id, parentId: fields.parentId })
    ctx.em.assign(category, given(fields))
    ctx.em.assign(category, { searchText: toSearchText(category.name, category.slug) })
    await ctx.em.flush()
    announce(ctx, events['category.updated'], category)
    return { ok: true as const }
  },
})
