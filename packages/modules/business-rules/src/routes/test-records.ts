import { notFound, post } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { unreadableBody } from '../errors.ts'
import { evaluateWithinLimits, userOf } from '../execution.ts'
import { findOwnRule } from './execute-rule.ts'
import { requireContext } from './execute.ts'

/** Records of one request. */
const MOST = 100
/** Milliseconds after which the rest is left to the next request. */
const TIME = 1_000

export const testRecords = post(
  '/business_rules/execute/{ruleId}/records',
  {
    operation: 'testRule',
    access: features.execute,
    summary: 'Evaluate the condition of one rule with several records, whether it is enabled or not. Has no effect.',
    params: z.object({ ruleId: z.uuid().toLowerCase() }),
    body: z.object({ records: z.array(z.record(z.string(), z.unknown())).min(1).max(MOST) }),
    response: z.object({
      results: z.array(z.object({ conditionResult: z.boolean(), error: z.string().optional() })).meta({
        description: 'In the order of the records. Fewer than them if it took longer than a second.',
      }),
    }),
    errors: [400, 404],
    onUnreadable: unreadableBody,
  },
  async (ctx) => {
    const { params, body } = ctx
    const compiled = await findOwnRule(ctx, { ruleId: params.ruleId, organizationId: requireContext(ctx) })
    if (!compiled) throw notFound('Rule')
    const { entityType, eventType } = compiled.rule
    const subject = { entityType, entityId: undefined, eventType: eventType ?? undefined, depth: 0 }
    const user = userOf(ctx)
    const end = performance.now() + TIME
    const results: { conditionResult: boolean; error?: string }[] = []
    for (const data of body.records) {
      const evaluated = await evaluateWithinLimits(ctx, { rules: [compiled], data, subject, user, isLenient: true })
      const { conditionResult, error } = evaluated.outcomes[0]!
      results.push({ conditionResult, ...(error !== undefined && { error }) })
      if (performance.now() > end) break
    }
    return { results }
  },
)
