import type { Context } from '@plinth/core'
import { anyOf } from '@plinth/core/data'
import type { RuleData } from '@plinth/core/rules'
import { Product, Price, ProductCategory, Variant } from './entities.ts'
import { ruleColumns } from './rule-points.ts'

/** A product about to go, with what rules may know of it. */
export interface LockedProduct extends RuleData {
  readonly id: string
  readonly organizationId: string | null
}

/** Those of the products that the caller may see, locked until the end of the command. */
export async function lockProducts(
  { from }: Pick<Context, 'from'>,
  ids: readonly string[],
): Promise<readonly LockedProduct[]> {
  return from(Product, 'p')
    .select(['p.id', 'p.organizationId', ...ruleColumns])
    .where('p.id', '=', anyOf(ids))
    .orderBy('p.id')
    .forUpdate()
    .execute()
}

/** Deletes locked products with all that hangs on them: one statement a table, however many they are. */
export async function removeProducts({ from }: Context, products: readonly LockedProduct[]): Promise<void> {
  const ids = products.map(({ id }) => id)
  for (const entity of [Price, Variant, ProductCategory] as readonly (typeof ProductCategory)[])
    await from.delete(entity, 'x').where('x.productId', '=', anyOf(ids)).execute()
  await from.delete(Product, 'p').where('p.id', '=', anyOf(ids)).execute()
}
