import { type CommandContext, sql } from '@plinth/core'

/** A product has one default variant: the one that was before gives way. */
export async function yieldDefault(
  { db, scope, now }: Pick<CommandContext<unknown>, 'db' | 'scope' | 'now'>,
  productId: string,
): Promise<void> {
  await sql`update catalog_variants set is_default = false, updated_at = ${now().toISOString()}
    where tenant_id = ${scope.tenantId} and product_id = ${productId} and is_default`.execute(db)
}
