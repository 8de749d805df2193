import { badInput, PlatformError } from '../errors.ts'
import type { Amounts } from './amounts.ts'
import type { Action } from './actions.ts'
import { compileCondition, type CompiledCondition } from './compile.ts'
import { Explainer, type ConditionExplanation } from './explain.ts'
import { RuleRun } from './facts.ts'
import type { RuleContext } from './interpolate.ts'
import { Meter } from './meter.ts'
import { copiedBy, parsePath, writePath } from './paths.ts'
import { planAction, type PlannedAction } from './plan-action.ts'
import { canDo, isDeciding, type Rule } from './rule.ts'
import { decideCondition } from './deciding-comparison.ts'

/** A rule with its compiled condition, so that evaluating it again needs no lookup. */
export interface CompiledRule {
  readonly rule: Rule
  readonly condition: CompiledCondition
  /** Whether the rule can reject a write. */
  readonly isDeciding: boolean
  /** Whether the rule can set a field. */
  readonly isSetting: boolean
}

/**
 * The limits of one evaluation: the number of rules, the steps of one rule, and the steps of all rules together. Explanations
 * have separate limits, in steps and bytes, so that a verdict never depends on whether an explanation was requested. Explanations
 * beyond the limit are omitted.
 */
export interface RuleLimits {
  readonly rules: number
  readonly ruleSteps: number
  readonly totalSteps: number
  readonly explainSteps: number
  readonly explainBytes: number
}

/** Enough for 10,000 rules, for two searches of a megabyte in one rule, and for thousands of explained comparisons. */
const RULE_LIMITS: RuleLimits = {
  rules: 10_000,
  ruleSteps: 4_000_000,
  totalSteps: 40_000_000,
  explainSteps: 4_000_000,
  explainBytes: 1_000_000,
}

/**
 * The input of an evaluation. `rules` are in execution order; `explain` requests explanations of all verdicts, or only of those
 * that are not true; `elapsed` is a monotonic clock in milliseconds, without which all times are 0.
 */
export interface Evaluation {
  readonly rules: readonly CompiledRule[]
  readonly data: unknown
  readonly context: RuleContext
  readonly limits?: Partial<RuleLimits>
  readonly explain?: boolean | 'failed'
  /**
   * Gives every comparison the verdict of the published operators, whatever the rule is for. Default: rules that can reject a
   * write fail if a comparison has no answer, because a field is missing, has no value or is of another type (decision: Guards).
   */
  readonly isLenient?: boolean
  readonly elapsed?: () => number
  /** What the amounts among the data are measured in; those in different currencies are not compared. */
  readonly amounts?: Amounts | undefined
  /** Explains why a field cannot be set. Then SET_FIELD fails, as it does if its value is missing. Default: all fields can be. */
  readonly whyNotSet?: ((field: string) => string | undefined) | undefined
}

/**
 * The outcome of one executed rule. `actions` is null if the list for this verdict is empty. An error makes the verdict false.
 */
export interface RuleOutcome {
  readonly rule: Rule
  readonly conditionResult: boolean
  readonly actions: readonly PlannedAction[] | null
  readonly executionTime: number
  readonly error: string | undefined
  readonly explanation: ConditionExplanation | undefined
}

/** The result of evaluating a list of rules. `data` is the given data, or a changed copy. */
export interface Evaluated {
  readonly outcomes: readonly RuleOutcome[]
  readonly data: unknown
  /** Why the evaluation stopped early, if it did. */
  readonly failure: string | undefined
}

/** Compiles the condition of a stored rule. */
export function compileRule(rule: Rule): CompiledRule {
  return {
    rule,
    condition: compileCondition(rule.conditionExpression),
    isDeciding: isDeciding(rule),
    isSetting: canDo(rule, 'SET_FIELD'),
  }
}

/**
 * Evaluates rules in order without performing anything: actions are planned, and assignments go to a copy of the data that later
 * rules see. If a rule fails, the next one still runs.
 */
export function evaluateRules(evaluation: Evaluation): Evaluated {
  const steps = evaluateInSteps(evaluation)
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

/** Like `evaluateRules`, but yields after each rule, so that many rules can be evaluated in time slices. */
export function* evaluateInSteps(evaluation: Evaluation): Generator<void, Evaluated> {
  const { rules, context, explain = false, elapsed, amounts, whyNotSet } = evaluation
  const limits = { ...RULE_LIMITS, ...evaluation.limits }
  if (rules.length > limits.rules) {
    const failure = `Rule count limit exceeded: ${rules.length} rules found, maximum is ${limits.rules}`
    return { outcomes: [], data: evaluation.data, failure }
  }
  const meter = new Meter(limits.ruleSteps, limits.totalSteps)
  const explainer = new Explainer(limits)
  const outcomes: RuleOutcome[] = []
  let failure: string | undefined
  let run = new RuleRun({ data: evaluation.data, context, meter, amounts })
  for (const compiled of rules) {
    const { rule } = compiled
    if (!meter.next()) {
      failure = overspent(limits)
      break
    }
    const start = elapsed ? elapsed() : 0
    run.isDeciding = compiled.isDeciding && !evaluation.isLenient
    const verdict = judge(compiled, run)
    const isExplained = explain === true || (explain === 'failed' && verdict !== true)
    const explanation = isExplained ? explainer.explain(rule.conditionExpression, run) : undefined
    const chosen = chosenActions(rule, verdict)
    const planned = chosen && planActions(chosen, { rule, run, whyNotSet })
    if (planned && planned.data !== run.data) {
      run.release()
      run = new RuleRun({ data: planned.data, context, meter, amounts })
    }
    outcomes.push({
      rule,
      conditionResult: verdict === true,
      actions: planned ? planned.actions : null,
      executionTime: elapsed ? elapsed() - start : 0,
      error: typeof verdict === 'string' ? verdict : undefined,
      explanation,
    })
    yield
  }
  run.release()
  return { outcomes, data: run.data, failure }
}

function overspent({ totalSteps }: RuleLimits): string {
  return `All rules together exceeded their budget of ${totalSteps} steps`
}

/** Returns the verdict, or the reason why there is none as text. */
function judge({ rule, condition: { size, test, isFaulty } }: CompiledRule, run: RuleRun): boolean | string {
  try {
    run.meter.charge(size + 1)
    if (!run.isDeciding) return test(run)
    run.isDoubtful = isFaulty ?? false
    const verdict = test(run)
    if (!run.isDoubtful) return verdict
    const decided = decideCondition(rule.conditionExpression, run)
    if (typeof decided === 'boolean') return decided
    throw badInput(decided.why)
  } catch (error) {
    return `Condition evaluation failed: ${error instanceof PlatformError ? error.message : 'unreadable data'}`
  }
}

function chosenActions(rule: Rule, verdict: boolean | string): readonly Action[] | undefined {
  if (typeof verdict === 'string') return undefined
  const actions = verdict ? rule.successActions : rule.failureActions
  return actions && actions.length > 0 ? actions : undefined
}

function planActions(
  actions: readonly Action[],
  { rule, run, whyNotSet }: { readonly rule: Rule; readonly run: RuleRun } & Pick<Evaluation, 'whyNotSet'>,
) {
  let { data } = run
  const planned = actions.map((action): PlannedAction => {
    const { ruleId, ruleName } = rule
    const context = { ...run.context, data, ruleId, ruleName, amounts: run.amounts }
    const plan = planAction(action, context, run.meter)
    if (plan.effect?.kind !== 'assignment') return plan
    const { field, value } = plan.effect
    const why = whyNotSet && (whyNotSet(field) ?? missingValue(action, value))
    if (why !== undefined) return { type: plan.type, success: false, error: `${field} is not set: ${why}` }
    const changed = assign(data, { field, value, meter: run.meter })
    if (changed === undefined) return { type: plan.type, success: false, error: `field cannot be set: ${field}` }
    data = changed
    return plan
  })
  return { actions: planned, data }
}

/** A token without a value would take away what the command was sent. */
const missingValue = ({ config }: Action, value: unknown) =>
  value === undefined ? `${String(config?.['value']).slice(0, 200)} has no value` : undefined

/**
 * Assigns a value in a copy of the data; copying is charged by its size. Returns undefined if nothing can be set, or if the
 * budget is spent.
 */
function assign(data: unknown, { field, value, meter }: { field: string; value: unknown; meter: Meter }): unknown {
  const path = parsePath(field)
  try {
    meter.charge(copiedBy(data, path))
    return writePath(data, path, value)
  } catch {
    return undefined
  }
}
