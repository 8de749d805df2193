import { type Context, defineCache } from '@plinth/core'
import { tags } from './contract.ts'

/** Counts of filtered rules. Counting is what grows with the number of rules; the page itself does not. */
export const ruleTotals = defineCache<number>('business_rules.totals')

/** How many rules a list has, counted only when one was written since. */
export function totalRules(
  ctx: Pick<Context, 'cached' | 'scope'>,
  filter: unknown,
  count: () => Promise<number>,
): Promise<number> {
  const { tenantId, organizationId, organizationIds } = ctx.scope
  const key = JSON.stringify([tenantId, organizationId ?? organizationIds, filter])
  return ctx.cached(ruleTotals, key, async () => ({
    value: await count(),
    tags: [tags.rules(tenantId)],
  }))
}
