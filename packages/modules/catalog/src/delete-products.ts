import type { CommandContext, Context } from '@plinth/core'
import { anyOf } from '@plinth/core/data'
import type { RuleData } from '@plinth/core/rules'
import { deleteFilesOf } from '@plinth/points'
import { attachableProducts } from './attachable.ts'
import { Product, Price, ProductCategory, Variant } from './entities.ts'
import { ruleColumns } from './rule-points.ts'

/** A product that is about to be deleted, with the data available to rules. */
export interface LockedProduct extends RuleData {
  readonly id: string
  readonly organizationId: string | null
}

/** The products visible to the caller, locked until the end of the command. */
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

/** Deletes locked products with everything that depends on them, in one statement per table, however many there are. */
export async function removeProducts(ctx: CommandContext, products: readonly LockedProduct[]): Promise<void> {
  const { from } = ctx
  const ids = products.map(({ id }) => id)
  await deleteFilesOf(ctx, attachableProducts, ids)
  for (const entity of [Price, Variant, ProductCategory] as readonly (typeof ProductCategory)[])
    await from.delete(entity, 'x').where('x.productId', '=', anyOf(ids)).execute()
  await from.delete(Product, 'p').where('p.id', '=', anyOf(ids)).execute()
}
