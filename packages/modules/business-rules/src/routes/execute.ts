import { badInput, type Context, post } from '@plinth/core'
import { toVerdict } from '@plinth/core/rules'
import { features } from '../contract.ts'
import { announceFailures, performRules, dryRunRules } from '../perform-rules.ts'
import { evaluateWithinLimits, userOf } from '../execution.ts'
import { toExecuted, toMilliseconds, toExecutionResponse } from '../execution-response.ts'
import { ExecuteBody, Execution } from '../execution-views.ts'
import { readsRules } from '../field-rights.ts'
import { toInputRefusal, unreadableBody } from '../errors.ts'
import { UNKNOWN } from '../log-views.ts'
import { findRules, visibleRules } from '../rule-index.ts'

export const executeRules = post(
  '/business_rules/execute',
  {
    operation: 'execute',
    access: features.execute,
    summary: 'Evaluate the rules for an entity and perform their actions. A dry run performs none.',
    body: ExecuteBody,
    response: Execution,
    errors: [400],
    onInvalid: toInputRefusal,
    onUnreadable: unreadableBody,
  },
  async (ctx) => {
    const started = performance.now()
    const organizationId = requireContext(ctx)
    const { entityType, entityId, eventType, data, dryRun = false, explain = false } = ctx.body
    const rules = await findRules(ctx, { entityType, eventTypes: eventType ? [eventType] : [] })
    const subject = { entityType, entityId: entityId || undefined, eventType: eventType || undefined, depth: 0 }
    const user = userOf(ctx)
    const evaluated = await evaluateWithinLimits(ctx, { rules, data, subject, user, explain })
    const verdict = toVerdict(evaluated)
    const order = { organizationId, evaluated, subject, user, data }
    if (!dryRun) announceFailures(ctx, order)
    const { reports, logIds } = dryRun ? await dryRunRules(ctx, order) : await performRules(ctx, order)
    const shown = new Set(
      await visibleRules(
        ctx,
        reports.map(({ outcome }) => outcome.rule),
      ),
    )
    const isTold = readsRules(ctx)
    const response = toExecutionResponse(evaluated, data, verdict)
    const executed = reports.map((report, index) => toExecuted(report, { logId: logIds?.[index], explain }))
    return {
      allowed: verdict.allowed,
      executedRules: executed.filter((_, index) => isTold && shown.has(reports[index]!.outcome.rule)),
      totalExecutionTime: toMilliseconds(performance.now() - started),
      ...(isTold ? response : unnamed(response)),
      ...(verdict.errors.length > 0 && { errors: [...verdict.errors] }),
      ...(logIds && logIds.length > 0 && { logIds }),
    }
  },
)

/** The organization whose rules apply; throws 400 for callers without one. */
export function requireContext({ scope: { organizationId } }: Pick<Context, 'scope'>): string {
  if (organizationId === null)
    throw badInput('Invalid execution context: organizationId: organizationId must be a valid UUID')
  return organizationId
}

/** Messages and decisions without the ids of their rules. */
function unnamed({ messages, decisions, ...response }: ReturnType<typeof toExecutionResponse>) {
  return {
    ...response,
    ...(messages && { messages: messages.map((one) => ({ ...one, ruleId: UNKNOWN })) }),
    ...(decisions && { decisions: decisions.map((one) => ({ ...one, ruleId: UNKNOWN })) }),
  }
}
