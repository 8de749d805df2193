import { resource, view } from '@plinth/core'
import { z } from 'zod'
import { emitCatalogEvent } from '../catalog-events.ts'
import { assertParent, treeConstraints } from '../category-tree.ts'
import { deleteCategory } from '../commands/delete-category.ts'
import { events, features } from '../contract.ts'
import { Category, Product, ProductCategory } from '../entities.ts'
import { CategoryFields, commonColumns, idRefusal } from '../fields.ts'

/** Categories, each below another one or at the top. */
export const categories = resource('/catalog/categories', Category, {
  kind: 'catalog.category',
  title: 'Category',
  missing: 'Catalog category',
  access: { read: features['categories.view'], write: features['categories.manage'] },
  input: CategoryFields,
  constraints: treeConstraints,
  async complete(ctx, { fields, row }) {
    if (fields.parentId) await assertParent(ctx, { id: row?.id ?? null, parentId: fields.parentId })
  },
  onWritten: (ctx, category, what) => emitCatalogEvent(ctx, events[`category.${what}`], category),
  replace: { delete: deleteCategory },
  list: {
    summary: 'List categories of the organization, each with its parent.',
    select: view(Category, ['id', 'name', 'slug', 'description', 'parentId', 'isActive', ...commonColumns]).extend({
      productsCount: z.number().int(),
    }),
    computed: {
      productsCount: ({ eb, from }) =>
        eb
          .selectFrom(from.table(ProductCategory, 'a'))
          .innerJoin(from.table(Product, 'p'), 'p.id', 'a.productId')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('a.categoryId', '=', 'row.id'),
    },
    search: 'searchText',
    sort: {
      name: 'name',
      slug: 'slug',
      isActive: 'isActive',
      createdAt: 'createdAt',
      updatedAt: 'updatedAt',
    },
    filter: ['isActive', 'parentId'],
  },
  routes: {
    update: { ...idRefusal, summary: 'Update or move a category.' },
    delete: { ...idRefusal, summary: 'Delete a category. Its children move to its parent.' },
  },
})

export const { create: createCategory, update: updateCategory } = categories
