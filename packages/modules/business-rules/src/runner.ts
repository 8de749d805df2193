import { type Context, provide, refused } from '@plinth/core'
import {
  type RuleData,
  type RuleOccasion,
  ruleRunner,
  type RuleRunner,
  toVerdict,
  type Verdict,
} from '@plinth/core/rules'
import { performOutcomes, type Subject } from './errands.ts'
import { judge, record, userOf } from './execution.ts'
import { runAfterRules } from './jobs/run-after-rules.ts'
import { findRules } from './rule-index.ts'
import { governingOrganization } from './working-organization.ts'

/** Runs the rules of the caller's organization on commands (decision 24). */
export const commandRules = provide(ruleRunner, (ctx): RuleRunner => ({
  async prepare() {
    if (governingOrganization(ctx) !== null) await findRules(ctx, { entityType: '', eventTypes: [] })
  },
  applies: async (occasion) => (await findRules(ctx, occasion)).length > 0,
  before: (occasion) => runBefore(ctx, occasion),
  async after(occasion) {
    const { entityType, eventTypes, entityId, read } = occasion
    const rules = await findRules(ctx, occasion)
    if (rules.length === 0) return
    const data = await read()
    const payload = {
      entityType,
      eventTypes: [...eventTypes],
      entityId,
      data,
      user: userOf(ctx),
      depth: occasion.depth,
    }
    ctx.enqueue(runAfterRules, payload)
  },
}))

async function runBefore(ctx: Context, { entityType, eventTypes, entityId, read, depth }: RuleOccasion) {
  const rules = await findRules(ctx, { entityType, eventTypes })
  const data = rules.length > 0 ? await read() : null
  const organizationId = governingOrganization(ctx)
  if (data === null || organizationId === null) return undefined
  const subject: Subject = { entityType, entityId, eventType: eventTypes[0], depth }
  const user = userOf(ctx)
  const evaluated = await judge(ctx, { rules, data, subject, user })
  const verdict = toVerdict(evaluated)
  const isRefused = verdict.refusals.length > 0 || evaluated.failure !== undefined
  const { reports, errands } = await performOutcomes(ctx, evaluated.outcomes, subject)
  const about = { organizationId, subject, user, data, reports }
  if (isRefused) {
    await record(ctx, { ...about, errands })
    throw toRefusal(verdict)
  }
  await record(ctx, about)
  for (const { job, payload } of errands) ctx.enqueue(job, payload)
  return evaluated.data as RuleData
}

/** 422 with the messages of the rules that refuse; one without a message goes by its name. */
function toRefusal({ refusals, errors }: Verdict) {
  const messages = refusals.flatMap((refusal) => refusal.messages)
  return refused([...new Set(messages.length > 0 ? messages : errors)].join('; '), { rules: refusals })
}
