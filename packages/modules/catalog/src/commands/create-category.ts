import { defineCommand, Id } from '@plinth/core'
import { announce } from '../announce.ts'
import { assertParent } from '../category-tree.ts'
import { events, features } from '../contract.ts'
import { Category } from '../entities.ts'
import { CategoryFields } from '../fields.ts'
import { toSearchText } from '../search-text.ts'

/** Adds a category, below another one or at the top. */
export const createCategory = defineCommand({
  id: 'catalog.categories.create',
  label: 'Create category',
  access: features['categories.manage'],
  resource: 'catalog.category',
  input: CategoryFields,
  output: Id,
  async run(ctx) {
    const { name, slug = null, description = null, parentId = null, isActive = true } = ctx.input
    if (parentId !== null) await assertParent(ctx, { id: null, parentId })
    const searchText = toSearchText(name, slug)
    const category = ctx.em.create(Category, { name, slug, description, parentId, isActive, searchText })
    await ctx.em.flush()
    announce(ctx, events['category.created'], category)
    return { id: category.id }
  },
})
