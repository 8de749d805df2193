import { type CommandContext, inScope, sql } from '@plinth/core'

/** A product that was deleted. */
export interface Deleted {
  readonly id: string
  readonly organizationId: string | null
}

/**
 * Deletes those of the products that the caller may see, with all that hangs on them: one statement a table, however
 * many they are. Answers which they were.
 */
export async function deleteProducts(
  { db, scope }: Pick<CommandContext<unknown>, 'db' | 'scope'>,
  wanted: readonly string[],
): Promise<readonly Deleted[]> {
  const { rows } = await sql<Deleted>`select p.id, p.organization_id as "organizationId" from catalog_products p
    where ${inScope(scope, 'p')} and p.id = any (${wanted}::uuid[]) order by p.id for update`.execute(db)
  const ids = rows.map(({ id }) => id)
  for (const table of ['catalog_prices', 'catalog_variants', 'catalog_product_categories'])
    await sql`delete from ${sql.table(table)}
      where tenant_id = ${scope.tenantId} and product_id = any (${ids}::uuid[])`.execute(db)
  await sql`delete from catalog_products where tenant_id = ${scope.tenantId} and id = any (${ids}::uuid[])`.execute(db)
  return rows
}
