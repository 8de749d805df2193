import { type Context, defineCache } from '@plinth/core'
import { tags } from './contract.ts'

/** Counts of filtered rules. Only counting gets slower with the number of rules; reading a page does not. */
export const ruleTotals = defineCache<number>('business_rules.totals')

/** The total of a list, recounted only after a rule was written. */
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
