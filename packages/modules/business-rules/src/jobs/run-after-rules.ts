import { defineJob } from '@plinth/core'
import { z } from 'zod'
import { performRules } from '../perform-rules.ts'
import { evaluateWithinLimits } from '../execution.ts'
import { findRules } from '../rule-index.ts'
import { governingOrganization } from '../working-organization.ts'

/** Runs the rules that apply after the commit of a command, on the entity as the command left it. */
export const runAfterRules = defineJob({
  id: 'business_rules.run-after-rules',
  concurrency: 4,
  payload: z.object({
    entityType: z.string(),
    eventTypes: z.array(z.string()),
    entityId: z.string().optional(),
    data: z.record(z.string(), z.unknown()).nullable(),
    user: z.object({ id: z.string(), email: z.string().optional() }),
    depth: z.number().int(),
  }),
  async run(ctx) {
    const { jobId, payload } = ctx
    const { entityType, eventTypes, entityId, data, user, depth } = payload
    const organizationId = governingOrganization(ctx)
    const rules = await findRules(ctx, { entityType, eventTypes })
    if (organizationId === null || rules.length === 0) return
    const subject = { entityType, entityId, eventType: eventTypes[0], depth }
    const evaluated = await evaluateWithinLimits(ctx, { rules, data, subject, user, whyNotSet })
    await performRules(ctx, { organizationId, evaluated, subject, user, data, jobId })
  },
})

const whyNotSet = () => 'nothing can be set after the commit'
