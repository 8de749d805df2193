import { badInput, type CommandContext, type Context, sql } from '@plinth/core'
import { anyOf, type SqlBool } from '@plinth/core/data'
import { Category, type Product, ProductCategory } from './entities.ts'

/** Conditions on assignments `alias`, if policies hide categories: their category is visible. */
export const ofVisibleCategories = ({ from }: Pick<Context, 'from'>, alias: string) =>
  from.isRestricted(Category)
    ? [sql<SqlBool>`exists (select from ${from.table(Category, 'd')} where d.id = ${sql.ref(`${alias}.category_id`)})`]
    : []

/** Assigns a product to exactly these categories, which must be visible to the caller. It stays in those that are not. */
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
    .$if(from.isRestricted(Category), (some) => some.where('c.categoryId', 'in', from(Category, 'd').select('d.id')))
    .execute()
  const at = now().toISOString()
  await sql`insert into catalog_product_categories
      (id, tenant_id, organization_id, product_id, category_id, created_at, updated_at)
    select gen_random_uuid(), ${scope.tenantId}, ${organizationId}, ${id}, category_id, ${at}, ${at}
    from unnest(${ids}::uuid[]) category_id on conflict do nothing`.execute(db)
}
