import { type CommandContext, PlatformError } from '@plinth/core'
import { type RuleTrigger, ruleRunner } from '@plinth/core/rules'
import type { LockedProduct } from '../delete-products.ts'
import { productRules } from '../rule-points.ts'

type ServiceContext = Pick<CommandContext, 'inject'>

const { entityType } = productRules
const { before, after } = productRules.delete

const triggerOf = (product: LockedProduct, eventTypes: readonly string[]): RuleTrigger => ({
  entityType,
  eventTypes,
  entityId: product.id,
  read: async () => ({ ...product, before: product }),
  depth: 0,
})

/** Evaluates customers' rules for every product. Returns their messages for products that must not be deleted. */
export async function refusalsOf(
  { inject }: ServiceContext,
  products: readonly LockedProduct[],
): Promise<ReadonlyMap<string, string>> {
  const refusals = new Map<string, string>()
  const runner = inject(ruleRunner)
  if (!runner) return refusals
  for (const product of products) {
    try {
      await runner.before(triggerOf(product, before))
    } catch (error) {
      if (!(error instanceof PlatformError) || error.code !== 'refused') throw error
      refusals.set(product.id, error.message)
    }
  }
  return refusals
}

/** Queues the actions of customers' rules after each deletion. */
export async function runAfterwards({ inject }: ServiceContext, products: readonly LockedProduct[]): Promise<void> {
  const runner = inject(ruleRunner)
  if (runner) for (const product of products) await runner.after(triggerOf(product, after))
}
