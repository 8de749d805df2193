import { type Context, provide, refused } from '@plinth/core'
import {
  type RuleData,
  type RuleTrigger,
  ruleRunner,
  type RuleRunner,
  toVerdict,
  type Verdict,
} from '@plinth/core/rules'
import { performOutcomes, type Subject } from './effect-handlers.ts'
import { evaluateWithinLimits, recordExecution, userOf } from './execution.ts'
import { runAfterRules } from './jobs/run-after-rules.ts'
import { findRules } from './rule-index.ts'
import { governingOrganization } from './working-organization.ts'

/** Runs the rules of the caller's organization on commands (decision 24). */
export const commandRules = provide(ruleRunner, (ctx): RuleRunner => ({
  async prepare() {
    if (governingOrganization(ctx) !== null) await findRules(ctx, { entityType: '', eventTypes: [] })
  },
  applies: async (trigger) => (await findRules(ctx, trigger)).length > 0,
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

async function runBefore(ctx: Context, { entityType, eventTypes, entityId, read, depth }: RuleTrigger) {
  const rules = await findRules(ctx, { entityType, eventTypes })
  const data = rules.length > 0 ? await read() : null
  const organizationId = governingOrganization(ctx)
  if (data === null || organizationId === null) return undefined
  const subject: Subject = { entityType, entityId, eventType: eventTypes[0], depth }
  const user = userOf(ctx)
  const evaluated = await evaluateWithinLimits(ctx, { rules, data, subject, user })
  const verdict = toVerdict(evaluated)
  const isRefused = verdict.refusals.length > 0 || evaluated.failure !== undefined
  const { reports, effects } = await performOutcomes(ctx, evaluated.outcomes, subject)
  const about = { organizationId, subject, user, data, reports }
  if (isRefused) {
    await recordExecution(ctx, { ...about, effects })
    throw toVerdictRefusal(verdict)
  }
  await recordExecution(ctx, about)
  for (const { job, payload } of effects) ctx.enqueue(job, payload)
  return evaluated.data as RuleData
}

/** 422 with the messages of the rules that reject the command; a rule without a message is reported by name. */
function toVerdictRefusal({ refusals, errors }: Verdict) {
  const messages = refusals.flatMap((refusal) => refusal.messages)
  return refused([...new Set(messages.length > 0 ? messages : errors)].join('; '), { rules: refusals })
}
