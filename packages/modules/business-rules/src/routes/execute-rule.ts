import { type Context, PlatformError, post } from '@plinth/core'
import { type CompiledRule, toVerdict, whyInactive } from '@plinth/core/rules'
import { z } from 'zod'
import { performRules, dryRunRules } from '../perform-rules.ts'
import { features } from '../contract.ts'
import { evaluateWithinLimits, userOf } from '../execution.ts'
import { toExecuted, toExecutionResponse } from '../execution-response.ts'
import { ExecuteBody, RuleExecutionView } from '../execution-views.ts'
import { assertReadsRules } from '../field-rights.ts'
import { toRefusalWith, unreadableBody } from '../errors.ts'
import { ruleIndexOf, visibleRules } from '../rule-index.ts'
import { requireContext } from './execute.ts'

const INVALID_ID = 'Invalid rule ID'
const Body = ExecuteBody.partial({ entityType: true })

export const executeRule = post(
  '/business_rules/execute/{ruleId}',
  {
    operation: 'executeRule',
    access: features.execute,
    summary: 'Evaluate one rule, regardless of its entity type and event.',
    params: z.object({ ruleId: z.uuid(INVALID_ID).toLowerCase() }),
    body: Body,
    response: RuleExecutionView,
    errors: [400, 404],
    onInvalid: toRefusalWith(INVALID_ID),
    onUnreadable: unreadableBody,
  },
  async (ctx) => {
    const organizationId = requireContext(ctx)
    assertReadsRules(ctx)
    const { data, dryRun = false, explain = false, ...target } = ctx.body
    const compiled = await findCompiledRule(ctx, organizationId)
    const { rule } = compiled
    // Whoever asks why, without any effect, tries a draft.
    const inactive = dryRun && explain ? undefined : whyInactive(rule, ctx.now())
    const { ruleId, ruleName } = rule
    if (inactive !== undefined) return { ...nothing, ruleId, ruleName, error: inactive }
    const { entityType = rule.entityType, entityId, eventType = rule.eventType ?? undefined } = target
    const subject = { entityType, entityId: entityId || undefined, eventType: eventType || undefined, depth: 0 }
    const user = userOf(ctx)
    // It tells what the condition says, and allows nothing: published clients rely on the verdict of every operator.
    const evaluated = await evaluateWithinLimits(ctx, {
      rules: [compiled],
      data,
      subject,
      user,
      explain,
      isLenient: true,
    })
    const order = { organizationId, evaluated, subject, user, data }
    const { reports, logIds = [] } = dryRun ? await dryRunRules(ctx, order) : await performRules(ctx, order)
    const executed = toExecuted(reports[0]!, { logId: logIds[0], explain })
    return {
      success: executed.error === undefined,
      ...executed,
      ...toExecutionResponse(evaluated, data, toVerdict(evaluated)),
    }
  },
)

const nothing = { success: false, conditionResult: false, actionsExecuted: null, executionTime: 0 }

async function findCompiledRule(
  ctx: Context & { params: { ruleId: string } },
  organizationId: string,
): Promise<CompiledRule> {
  const { ruleId } = ctx.params
  const found = await findOwnRule(ctx, { ruleId, organizationId })
  if (found) return found
  throw new PlatformError('not_found', 'Rule not found', { body: { ...nothing, ruleId, ruleName: 'Unknown' } })
}

/** The rule of an organization, enabled or not; undefined if there is none that the caller sees. */
export async function findOwnRule(
  ctx: Context,
  { ruleId, organizationId }: { readonly ruleId: string; readonly organizationId: string },
): Promise<CompiledRule | undefined> {
  const found = (await ruleIndexOf(ctx)).get(ruleId)
  if (found?.rule.organizationId !== organizationId) return undefined
  return (await visibleRules(ctx, [found.rule])).length > 0 ? found : undefined
}
