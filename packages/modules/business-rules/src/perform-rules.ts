import { type Context, noopLogger } from '@plinth/core'
import { type Evaluated } from '@plinth/core/rules'
import { derivedId } from '@plinth/core/security'
import { events } from './contract.ts'
import { performOutcomes, type Subject } from './effects/perform-outcomes.ts'
import type { RuleEffect } from './execution-log.ts'
import { recordExecution, type RuleUser } from './execution.ts'
import type { RuleReport } from './rule-report.ts'

/** A requested execution, about to be performed. */
export interface PlannedExecution {
  readonly organizationId: string
  readonly evaluated: Evaluated
  readonly subject: Subject
  readonly user: RuleUser
  /** The input data, unmodified. */
  readonly data: unknown
  /** The job that requested it. Effects that several attempts of it have in common are performed once. */
  readonly jobId?: string
}

/** Performs the effects of evaluated rules and logs the execution; jobs are enqueued together with the log. */
export async function performRules(
  ctx: Context,
  { evaluated, jobId, ...about }: PlannedExecution,
): Promise<{ reports: readonly RuleReport[]; logIds: string[] }> {
  const asked = await performOutcomes(ctx, evaluated.outcomes, about.subject)
  const { reports } = asked
  const effects =
    jobId === undefined ? asked.effects : asked.effects.map((effect, index) => onceFor(jobId, effect, index))
  return { reports, logIds: await recordExecution(ctx, { ...about, reports, effects }) }
}

/**
 * Deduplicates effects: if an attempt is interrupted after its effects were enqueued, the next one requests the same effects
 * again.
 */
const onceFor = (jobId: string, { job, payload }: RuleEffect, index: number): RuleEffect => ({
  job,
  payload,
  id: derivedId('business_rules.effect', jobId, String(index), job.id, JSON.stringify(payload)),
})

/** Returns what `performRules` would report, including what the host does not allow, without performing anything. */
export async function dryRunRules(
  { inject, scope, requestId }: Context,
  { evaluated, subject }: PlannedExecution,
): Promise<{ reports: readonly RuleReport[]; logIds?: undefined }> {
  const { reports } = await performOutcomes({ inject, scope, requestId, log: noopLogger }, evaluated.outcomes, subject)
  return { reports }
}

/** Emits an event for each rule that could not be evaluated. */
export function announceFailures({ emit, scope }: Context, { organizationId, evaluated }: PlannedExecution): void {
  for (const { rule, error } of evaluated.outcomes)
    if (error !== undefined)
      emit(events['rule.execution_failed'], {
        ruleId: rule.ruleId,
        ruleName: rule.ruleName,
        entityType: rule.entityType,
        errorMessage: error,
        tenantId: scope.tenantId,
        organizationId,
      })
}
