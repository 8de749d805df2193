import type { Context } from '@plinth/core'
import { type Evaluated, noopLogger } from '@plinth/core/rules'
import { derivedId } from '@plinth/core/security'
import { events } from './contract.ts'
import { performOutcomes, type Subject } from './effect-handlers.ts'
import type { RuleEffect } from './execution-log.ts'
import { recordExecution, type RuleUser } from './execution.ts'
import type { RuleReport } from './report.ts'

/** An execution that is asked for, to be carried out. */
export interface PlannedExecution {
  readonly organizationId: string
  readonly evaluated: Evaluated
  readonly subject: Subject
  readonly user: RuleUser
  /** As it was given. */
  readonly data: unknown
  /** The job that asks for it: what its attempts ask for in common is done once. */
  readonly jobId?: string
}

/** Does what evaluated rules ask for and logs it; jobs are queued together with the log. */
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

/** An attempt that was cut off after its effects were queued is made again, and asks for the same ones. */
const onceFor = (jobId: string, { job, payload }: RuleEffect, index: number): RuleEffect => ({
  job,
  payload,
  id: derivedId('business_rules.effect', jobId, String(index), job.id, JSON.stringify(payload)),
})

/** Says what `performRules` would report, what the host forbids included, and does none of it. */
export async function dryRunRules(
  { inject, scope, requestId }: Context,
  { evaluated, subject }: PlannedExecution,
): Promise<{ reports: readonly RuleReport[]; logIds?: undefined }> {
  const { reports } = await performOutcomes({ inject, scope, requestId, log: noopLogger }, evaluated.outcomes, subject)
  return { reports }
}

/** Announces the rules that could not be evaluated. */
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
