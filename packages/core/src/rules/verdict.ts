import type { EffectOf } from './action-effects.ts'
import type { Evaluated, RuleOutcome } from './evaluate.ts'
import { isDeciding, type Rule } from './rule.ts'

/** What the outcomes of a list of rules mean for the operation that triggered them. */
export interface Verdict {
  /** True if every executed GUARD held and the list ran to its end (decision: Results of rules). Returned by `POST /execute`. */
  readonly allowed: boolean
  /**
   * The rules that reject a command: failing GUARDs and VALIDATIONs, those that block the transition (decision: Rules on commands),
   * and those of them that could not be evaluated (decision: Guards).
   */
  readonly refusals: readonly Refusal[]
  readonly messages: readonly RuleMessage[]
  /** One line per rule that could not be evaluated, and one if the list was cut short. */
  readonly errors: readonly string[]
}

/**
 * A rule that rejects a command. `messages` are its messages of severity error and those of blocked transitions, or its name if
 * there are none. If the rule could not be evaluated, its name and the reason, which names the field.
 */
export interface Refusal {
  readonly ruleId: string
  readonly ruleName: string
  readonly messages: readonly string[]
}

export interface RuleMessage {
  readonly ruleId: string
  readonly severity: EffectOf<'message'>['severity']
  readonly message: string
}

/** Summarizes the outcomes of `evaluateRules`. */
export function toVerdict({ outcomes, failure }: Evaluated): Verdict {
  let allowed = failure === undefined
  const refusals: Refusal[] = []
  const messages: RuleMessage[] = []
  const errors: string[] = []
  for (const outcome of outcomes) {
    const { rule, conditionResult, actions, error } = outcome
    if (error !== undefined) errors.push(errorLine(rule, error))
    if (!conditionResult && rule.ruleType === 'GUARD') allowed = false
    if (conditionResult && !actions) continue
    const refusal = refusalOf(outcome)
    if (refusal) refusals.push(refusal)
    for (const { severity, message } of effectsOf(outcome, 'message'))
      messages.push({ ruleId: rule.ruleId, severity, message })
  }
  if (failure !== undefined) errors.push(failure)
  return { allowed, refusals, messages, errors }
}

function refusalOf(outcome: RuleOutcome): Refusal | undefined {
  const { rule, conditionResult, error } = outcome
  const { ruleId, ruleName } = rule
  if (error !== undefined) {
    if (!isDeciding(rule)) return undefined
    return { ruleId, ruleName, messages: [`${ruleName}: ${error}`] }
  }
  const blocks = effectsOf(outcome, 'decision').filter(({ allowed }) => !allowed)
  const fails = !conditionResult && (rule.ruleType === 'GUARD' || rule.ruleType === 'VALIDATION')
  if (!fails && blocks.length === 0) return undefined
  const shown = effectsOf(outcome, 'message').filter(({ severity }) => severity === 'error')
  const messages = [...shown, ...blocks].map(({ message }) => message)
  return { ruleId, ruleName, messages: messages.length > 0 ? messages : [ruleName] }
}

function effectsOf<Kind extends 'message' | 'decision'>({ actions }: RuleOutcome, kind: Kind): EffectOf<Kind>[] {
  return (actions ?? []).flatMap(({ effect }) => (effect?.kind === kind ? [effect as EffectOf<Kind>] : []))
}

function errorLine({ ruleId, ruleType, entityType }: Rule, error: string): string {
  return `Rule execution failed [ruleId=${ruleId}, type=${ruleType}, entityType=${entityType}]: ${error}`
}
