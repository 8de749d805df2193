import { del, get, inScope, page, post, put, sql } from '@plinth/core'
import { z } from 'zod'
import { createVariant } from '../commands/create-variant.ts'
import { deleteVariant } from '../commands/delete-variant.ts'
import { updateVariant } from '../commands/update-variant.ts'
import { features } from '../contract.ts'
import { ListQuery, orderBy, references, wanted } from '../list-query.ts'
import { readPage } from '../read-page.ts'
import { toIdRefusal } from '../refusals.ts'

const VariantItem = z.object({
  id: z.uuid(),
  productId: z.uuid(),
  name: z.string().nullable(),
  sku: z.string().nullable(),
  barcode: z.string().nullable(),
  optionValues: z.record(z.string(), z.string()).nullable(),
  isDefault: z.boolean(),
  isActive: z.boolean(),
  organizationId: z.uuid().nullable(),
  tenantId: z.uuid(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

const sortFields = { name: 'search_text', sku: 'sku', createdAt: 'created_at', updatedAt: 'updated_at' }

const listVariants = get(
  '/catalog/variants',
  {
    access: features['products.view'],
    summary: 'Variants of the organization, or of one product.',
    query: ListQuery.extend({ productId: z.string().max(200).optional() }),
    response: page(VariantItem),
  },
  ({ db, scope, query }) =>
    readPage<z.input<typeof VariantItem>>(
      db,
      {
        columns: sql`v.id, v.product_id as "productId", v.name, v.sku, v.barcode, v.option_values as "optionValues",
          v.is_default as "isDefault", v.is_active as "isActive", v.organization_id as "organizationId",
          v.tenant_id as "tenantId", v.created_at as "createdAt", v.updated_at as "updatedAt"`,
        from: sql`catalog_variants v`,
        where: [inScope(scope, 'v'), ...wanted('v', query), ...references('v.product_id', query.productId)],
        order: orderBy('v', query, sortFields),
      },
      query,
    ),
)

/** Variants, by commands. */
export const variantRoutes = [
  listVariants,
  post('/catalog/variants', createVariant, { summary: 'Create a variant of a product.', status: 201 }),
  put('/catalog/variants', updateVariant, {
    summary: 'Change what is given of a variant.',
    errors: [400, 404],
    onInvalid: toIdRefusal,
  }),
  del('/catalog/variants', deleteVariant, {
    summary: 'Delete a variant with its prices.',
    errors: [400, 404],
    onInvalid: toIdRefusal,
  }),
]
