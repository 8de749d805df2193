import { type ActionResult, reportActions, type RuleOutcome } from '@plinth/core/rules'

/** The report of one executed rule, with the results of its actions; null when there were none. */
export interface RuleReport {
  readonly outcome: RuleOutcome
  readonly actions: readonly ActionResult[] | null
}

/** The report of a rule whose actions are not performed. */
export function planned(outcome: RuleOutcome): RuleReport {
  return { outcome, actions: outcome.actions && reportActions(outcome.actions) }
}
