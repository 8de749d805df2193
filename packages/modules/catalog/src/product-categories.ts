import { badInput, type CommandContext, sql } from '@plinth/core'
import { anyOf } from '@plinth/core/data'
import { Category, type Product, ProductCategory } from './entities.ts'

/** Assigns a product to exactly these categories, which must be visible to the caller. */
export async function assignCategories(
  { db, from, scope, now }: Pick<CommandContext, 'db' | 'from' | 'scope' | 'now'>,
  { id, organizationId = null }: Pick<Product, 'id' | 'organizationId'>,
  categoryIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(categoryIds)]
  const rows = await from(Category, 'c').select('c.id').where('c.id', '=', anyOf(ids)).execute()
  if (rows.length < ids.length) throw badInput('Category not found', { fieldErrors: { categoryIds: 'Not found' } })
  await from
    .delete(ProductCategory, 'c')
    .where('c.productId', '=', id)
    .where('c.categoryId', '<>', sql<string>`all (${ids}::uuid[])`)
    .execute()
  const at = now().toISOString()
  await sql`insert into catalog_product_categories
      (id, tenant_id, organization_id, product_id, category_id, created_at, updated_at)
    select gen_random_uuid(), ${scope.tenantId}, ${organizationId}, ${id}, category_id, ${at}, ${at}
    from unnest(${ids}::uuid[]) category_id on conflict do nothing`.execute(db)
}
