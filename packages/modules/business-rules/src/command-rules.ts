import { type Context, provide, refused } from '@plinth/core'
import {
  type Action,
  type CompiledRule,
  type Evaluated,
  type Rule,
  type RuleData,
  type RuleTrigger,
  ruleRunner,
  type RuleRunner,
  toVerdict,
  type Verdict,
} from '@plinth/core/rules'
import { rightsOf } from './field-rights.ts'
import { performOutcomes, type Subject } from './effects/perform-outcomes.ts'
import {
  evaluateWithinLimits,
  recordExecution,
  type RuleEvaluation,
  type RuleUser,
  userOf,
  type WhyNotSet,
} from './execution.ts'
import { runAfterRules } from './jobs/run-after-rules.ts'
import { findRules } from './rule-index.ts'
import { governingOrganization } from './working-organization.ts'

/** Runs the rules of the caller's organization on commands (decision: Rules on commands). */
export const commandRules = provide(ruleRunner, (ctx): RuleRunner => ({
  async prepare() {
    if (governingOrganization(ctx) !== null) await findRules(ctx, { entityType: '', eventTypes: [] })
  },
  async applies(trigger) {
    const found = await findRules(ctx, trigger)
    // Read before the command writes, as it could not be cached then.
    if (found.length > 0) await ctx.locale()
    return found.length > 0
  },
  assign: (trigger) => assign(ctx, trigger),
  before: (trigger) => runBefore(ctx, trigger),
  async after(trigger) {
    const { entityType, eventTypes, entityId, read } = trigger
    const rules = await findRules(ctx, trigger)
    if (rules.length === 0) return
    const data = await read()
    const payload = {
      entityType,
      eventTypes: [...eventTypes],
      entityId,
      data,
      user: userOf(ctx),
      depth: trigger.depth,
    }
    ctx.enqueue(runAfterRules, payload)
  },
}))

/** The rules that set fields and nothing else are done with; those that also decide are asked again about what was stored. */
async function assign(ctx: Context, trigger: RuleTrigger): Promise<RuleData | undefined> {
  const setting = (await findRules(ctx, trigger)).filter(({ isSetting }) => isSetting)
  const whyNotSet = setting.length > 0 ? await trigger.whyNotSet?.() : undefined
  const execution = await evaluate(ctx, trigger, { rules: setting, isLenient: true, whyNotSet })
  if (!execution) return undefined
  const { evaluated } = execution
  const deciding = new Set(setting.filter(({ isDeciding }) => isDeciding).map(({ rule }) => rule))
  const outcomes = evaluated.outcomes.filter(({ rule }) => !deciding.has(rule))
  await finish(ctx, { ...execution, evaluated: { ...evaluated, outcomes } })
  return evaluated.data as RuleData
}

async function runBefore(ctx: Context, trigger: RuleTrigger): Promise<void> {
  const found = await findRules(ctx, trigger)
  const whyNotSet = found.some(({ isSetting }) => isSetting) ? await trigger.whyNotSet?.() : undefined
  const rules = found.flatMap((rule) => {
    if (rule.isSetting) return rule.isDeciding ? [withoutSetting(rule, whyNotSet)] : []
    return trigger.isRevert && !rule.isDeciding ? [] : [rule]
  })
  const execution = await evaluate(ctx, trigger, { rules, whyNotSet })
  if (execution) await finish(ctx, execution)
}

/** A rule that decides on what was stored can no longer change it. What it never could set remains, so that its log says so. */
function withoutSetting({ rule, ...compiled }: CompiledRule, whyNotSet?: WhyNotSet): CompiledRule {
  const fails = (config: Action['config']) => whyNotSet?.(String(config?.['field'])) !== undefined
  const others = (actions: Rule['successActions']) =>
    actions && actions.filter(({ type, config }) => type !== 'SET_FIELD' || fails(config))
  const { successActions, failureActions } = rule
  return {
    ...compiled,
    rule: { ...rule, successActions: others(successActions), failureActions: others(failureActions) },
  }
}

/** Rules that were evaluated for a command. */
interface CommandExecution {
  readonly organizationId: string
  readonly subject: Subject
  readonly user: RuleUser
  readonly data: unknown
  readonly evaluated: Evaluated
}

/** Undefined if no rule applies, or the entity does not exist. */
async function evaluate(
  ctx: Context,
  { entityType, entityId, eventTypes, read, depth }: RuleTrigger,
  evaluation: Pick<RuleEvaluation, 'rules' | 'isLenient' | 'whyNotSet'>,
): Promise<CommandExecution | undefined> {
  const data = evaluation.rules.length > 0 ? await read() : null
  const organizationId = governingOrganization(ctx)
  if (data === null || organizationId === null) return undefined
  const subject: Subject = { entityType, entityId, eventType: eventTypes[0], depth }
  const user = userOf(ctx)
  const rights = rightsOf(ctx, entityType)
  const isHidden = rights && ((field: string) => !rights.may('read', field))
  const evaluated = await evaluateWithinLimits(ctx, { ...evaluation, data, subject, user, isHidden })
  return { organizationId, subject, user, data, evaluated }
}

/** Performs the actions of executed rules and logs them. Throws `refused` if one of them rejects the command. */
async function finish(ctx: Context, execution: CommandExecution): Promise<void> {
  const { evaluated, ...about } = execution
  const verdict = toVerdict(evaluated)
  const isRefused = verdict.refusals.length > 0 || evaluated.failure !== undefined
  const { reports, effects } = await performOutcomes(ctx, evaluated.outcomes, about.subject)
  if (isRefused) {
    await recordExecution(ctx, { ...about, reports, effects })
    throw toVerdictRefusal(verdict)
  }
  await recordExecution(ctx, { ...about, reports })
  for (const { job, payload } of effects) ctx.enqueue(job, payload)
}

/** 422 with the messages of the rules that reject the command; a rule without a message is reported by name. */
function toVerdictRefusal({ refusals, errors }: Verdict) {
  const messages = refusals.flatMap((refusal) => refusal.messages)
  return refused([...new Set(messages.length > 0 ? messages : errors)].join('; '), { rules: refusals })
}
