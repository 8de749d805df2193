import { del, get, inScope, inTenant, page, post, put, sql } from '@plinth/core'
import { z } from 'zod'
import { createProduct } from '../commands/create-product.ts'
import { deleteProduct } from '../commands/delete-product.ts'
import { updateProduct } from '../commands/update-product.ts'
import { features } from '../contract.ts'
import { ListQuery, orderBy, references, wanted } from '../list-query.ts'
import { readPage } from '../read-page.ts'
import { toIdRefusal } from '../refusals.ts'

const ProductItem = z.object({
  id: z.uuid(),
  title: z.string(),
  subtitle: z.string().nullable(),
  description: z.string().nullable(),
  sku: z.string().nullable(),
  handle: z.string().nullable(),
  productType: z.string(),
  primaryCurrencyCode: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  isActive: z.boolean(),
  categoryIds: z.array(z.uuid()),
  variantsCount: z.number().int(),
  organizationId: z.uuid().nullable(),
  tenantId: z.uuid(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

const sortFields = {
  title: 'search_text',
  sku: 'sku',
  handle: 'handle',
  productType: 'product_type',
  isActive: 'is_active',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
}

/** The products of the caller's organizations (section 18 of the commands contract). */
const listProducts = get(
  '/catalog/products',
  {
    access: features['products.view'],
    summary: 'Products of the organization; the search goes through titles, SKUs and handles in any spelling.',
    query: ListQuery.extend({ categoryId: z.string().max(200).optional(), productType: z.string().max(50).optional() }),
    response: page(ProductItem),
  },
  ({ db, scope, query }) => {
    const { categoryId, productType } = query
    const category = references('a.category_id', categoryId)
    return readPage<z.input<typeof ProductItem>>(
      db,
      {
        columns: sql`p.id, p.title, p.subtitle, p.description, p.sku, p.handle, p.product_type as "productType",
          p.primary_currency_code as "primaryCurrencyCode", p.metadata, p.is_active as "isActive",
          array(select a.category_id from catalog_product_categories a where ${inTenant(scope, 'a')}
            and a.product_id = p.id order by a.category_id)::text[] as "categoryIds",
          (select count(*)::integer from catalog_variants v where ${inTenant(scope, 'v')} and v.product_id = p.id)
            as "variantsCount", p.organization_id as "organizationId", p.tenant_id as "tenantId",
          p.created_at as "createdAt", p.updated_at as "updatedAt"`,
        from: sql`catalog_products p`,
        where: [
          inScope(scope, 'p'),
          ...wanted('p', query),
          ...(productType === undefined ? [] : [sql`p.product_type = ${productType.replaceAll('\0', '')}`]),
          ...category.map(
            (condition) => sql`exists (select from catalog_product_categories a
              where ${inTenant(scope, 'a')} and a.product_id = p.id and ${condition})`,
          ),
        ],
        order: orderBy('p', query, sortFields),
      },
      query,
    )
  },
)

/** Products, by commands. */
export const productRoutes = [
  listProducts,
  post('/catalog/products', createProduct, { summary: 'Create a product.', status: 201 }),
  put('/catalog/products', updateProduct, {
    summary: 'Change what is given of a product.',
    errors: [400, 404],
    onInvalid: toIdRefusal,
  }),
  del('/catalog/products', deleteProduct, {
    summary: 'Delete a product with its variants and prices.',
    errors: [400, 404],
    onInvalid: toIdRefusal,
  }),
]
