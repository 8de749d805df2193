import type { Evaluated, Verdict } from '@plinth/core/rules'
import type { RuleReport } from './rule-report.ts'

/** One executed rule as the API returns it; keys without a value are omitted. */
export function toExecuted(
  { outcome, actions }: RuleReport,
  { logId, explain }: { logId?: string | undefined; explain?: boolean | undefined },
) {
  const { rule, conditionResult, executionTime, error, explanation } = outcome
  return {
    ruleId: rule.ruleId,
    ruleName: rule.ruleName,
    ruleType: rule.ruleType,
    conditionResult,
    actionsExecuted: actions && { success: actions.every(({ success }) => success), results: [...actions] },
    executionTime: toMilliseconds(executionTime),
    ...(error !== undefined && { error }),
    ...(logId !== undefined && { logId }),
    ...(explain && explanation && { explanation }),
  }
}

/** The response of an execution: messages, decisions and changed data (decision: Results of rules). */
export function toExecutionResponse({ outcomes, data }: Evaluated, sentData: unknown, { messages }: Verdict) {
  const decisions = outcomes.flatMap(({ rule, actions }) =>
    (actions ?? []).flatMap(({ effect }) =>
      effect?.kind === 'decision' ? [{ ruleId: rule.ruleId, allowed: effect.allowed, message: effect.message }] : [],
    ),
  )
  return {
    ...(messages.length > 0 && { messages: [...messages] }),
    ...(decisions.length > 0 && { decisions }),
    ...(data !== sentData && { data }),
  }
}

/** Rounds milliseconds to three decimals. */
export const toMilliseconds = (time: number) => Math.round(time * 1_000) / 1_000
