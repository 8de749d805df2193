// Rules that customers write: conditions and actions, compiled, explained, analysed. Pure functions, except the points where
// rules run.
export type { Cached } from '../define/cache.ts'
export {
  defineRulePoint,
  type RuleData,
  type RuleHook,
  type RulePoint,
  type RuleTrigger,
  type RuleRunner,
  ruleRunner,
} from '../define/rule-point.ts'
export { amountsOf } from '../rules/amounts.ts'
export { entityNames, findRulePoint } from '../rules/find-rule-point.ts'
export { type Action, Actions, type ActionType, StoredActions } from '../rules/actions.ts'
export { type Analysis, analyzeInSteps } from '../rules/analyze.ts'
export { fieldsRead, fieldsUsed } from '../rules/branches.ts'
export { findUnanswered, type KnownFields } from '../rules/analyze-answers.ts'
export { findUnknownTokens, findUnknownValues } from '../rules/analyze-values.ts'
export {
  type Comparison,
  type Condition,
  ConditionExpression,
  type Group,
  StoredCondition,
} from '../rules/conditions.ts'
export { RuleIndex, type RuleQuery } from '../rules/rule-index.ts'
export type { Effect, EffectHandlers, EffectOf } from '../rules/action-effects.ts'
export {
  type CompiledRule,
  compileRule,
  type Evaluated,
  evaluateInSteps,
  evaluateRules,
  type Evaluation,
  type RuleLimits,
  type RuleOutcome,
} from '../rules/evaluate.ts'
export type { ConditionExplanation } from '../rules/explain.ts'
export type { Finding } from '../rules/findings.ts'
export { hasToken, type RuleContext } from '../rules/interpolate.ts'
export { type ActionResult, performActions, reportActions } from '../rules/perform-actions.ts'
export type { PlannedAction } from '../rules/plan-action.ts'
export { compareRules, type Rule, RULE_TYPES, type RuleType, whyInactive } from '../rules/rule.ts'
export type { FieldTypes } from '../rules/satisfiability.ts'
export { type Refusal, type RuleMessage, toVerdict, type Verdict } from '../rules/verdict.ts'
export { Meter } from '../rules/meter.ts'
export { Regex } from '../rules/regex.ts'
export { findRegex } from '../rules/regex-cache.ts'
export { UnsupportedPattern } from '../rules/regex-syntax.ts'
