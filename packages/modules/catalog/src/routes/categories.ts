import { del, get, inScope, inTenant, page, post, put, sql } from '@plinth/core'
import { z } from 'zod'
import { createCategory } from '../commands/create-category.ts'
import { deleteCategory } from '../commands/delete-category.ts'
import { updateCategory } from '../commands/update-category.ts'
import { features } from '../contract.ts'
import { ListQuery, orderBy, references, wanted } from '../list-query.ts'
import { readPage } from '../read-page.ts'
import { toIdRefusal } from '../refusals.ts'

const CategoryItem = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string().nullable(),
  description: z.string().nullable(),
  parentId: z.uuid().nullable(),
  isActive: z.boolean(),
  productsCount: z.number().int(),
  organizationId: z.uuid().nullable(),
  tenantId: z.uuid(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

const sortFields = {
  name: 'search_text',
  slug: 'slug',
  isActive: 'is_active',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
}

const listCategories = get(
  '/catalog/categories',
  {
    access: features['categories.view'],
    summary: 'Categories of the organization, each with the one above it.',
    query: ListQuery.extend({ parentId: z.string().max(200).optional() }),
    response: page(CategoryItem),
  },
  ({ db, scope, query }) =>
    readPage<z.input<typeof CategoryItem>>(
      db,
      {
        columns: sql`c.id, c.name, c.slug, c.description, c.parent_id as "parentId", c.is_active as "isActive",
          (select count(*)::integer from catalog_product_categories a join catalog_products p
            on p.tenant_id = a.tenant_id and p.id = a.product_id
            where ${inScope(scope, 'p')} and ${inTenant(scope, 'a')} and a.category_id = c.id) as "productsCount",
          c.organization_id as "organizationId", c.tenant_id as "tenantId",
          c.created_at as "createdAt", c.updated_at as "updatedAt"`,
        from: sql`catalog_categories c`,
        where: [inScope(scope, 'c'), ...wanted('c', query), ...references('c.parent_id', query.parentId)],
        order: orderBy('c', query, sortFields),
      },
      query,
    ),
)

/** Categories, by commands. */
export const categoryRoutes = [
  listCategories,
  post('/catalog/categories', createCategory, { summary: 'Create a category.', status: 201 }),
  put('/catalog/categories', updateCategory, {
    summary: 'Change what is given of a category, or move it.',
    errors: [400, 404],
    onInvalid: toIdRefusal,
  }),
  del('/catalog/categories', deleteCategory, {
    summary: 'Delete a category; those below it move up.',
    errors: [400, 404],
    onInvalid: toIdRefusal,
  }),
]
