import { resource, sql, view } from '@plinth/core'
import { z } from 'zod'
import { createProduct } from '../commands/create-product.ts'
import { deleteProduct } from '../commands/delete-product.ts'
import { updateProduct } from '../commands/update-product.ts'
import { features } from '../contract.ts'
import { Category, Product, ProductCategory, Variant } from '../entities.ts'
import { commonColumns, CatalogRowId, idRefusal, ProductFields } from '../fields.ts'
import { productRules } from '../rule-points.ts'

const ProductItem = view(Product, [
  'id',
  'title',
  'subtitle',
  'description',
  'sku',
  'handle',
  'productType',
  'primaryCurrencyCode',
  'metadata',
  'isActive',
  ...commonColumns,
]).extend({
  metadata: z.record(z.string(), z.unknown()).nullable(),
  categoryIds: z.array(z.uuid()),
  variantsCount: z.number().int(),
})

/** The products of the caller's organizations. */
export const products = resource('/catalog/products', Product, {
  kind: 'catalog.product',
  access: { read: features['products.view'], write: features['products.manage'] },
  input: ProductFields,
  replace: { create: createProduct, update: updateProduct, delete: deleteProduct },
  rules: productRules,
  list: {
    summary: 'List products of the organization. The search covers titles, SKUs and handles.',
    select: ProductItem,
    computed: {
      categoryIds: ({ eb, from }) => {
        const links = eb
          .selectFrom(from.table(ProductCategory, 'a'))
          .whereRef('a.productId', '=', 'row.id')
          .$if(from.isRestricted(Category), (some) =>
            some.where('a.categoryId', 'in', from(Category, 'c').select('c.id')),
          )
        return sql<string[]>`array(${links.select('a.categoryId').orderBy('a.categoryId')})::text[]`
      },
      variantsCount: ({ eb, from }) =>
        eb
          .selectFrom(from.table(Variant, 'v'))
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .whereRef('v.productId', '=', 'row.id'),
    },
    search: 'searchText',
    sort: {
      title: 'title',
      sku: 'sku',
      handle: 'handle',
      productType: 'productType',
      isActive: 'isActive',
      createdAt: 'createdAt',
      updatedAt: 'updatedAt',
    },
    filter: ['isActive', 'productType'],
    query: { categoryId: z.string().max(200).optional() },
    where({ eb, from, query: { categoryId } }) {
      if (categoryId === undefined) return []
      const { data: id } = CatalogRowId.safeParse(categoryId)
      const listed = from(ProductCategory, 'a')
        .select('a.productId')
        .where('a.categoryId', '=', sql<string>`${id ?? null}::uuid`)
      return [eb('row.id', 'in', listed)]
    },
  },
  routes: {
    create: { summary: 'Create a product.' },
    update: idRefusal,
    delete: { ...idRefusal, summary: 'Delete a product with its variants and prices.' },
  },
})
