import { RULE_TYPES } from '@plinth/core/rules'
import { z } from 'zod'

const ActionsExecuted = z
  .object({
    success: z.boolean(),
    results: z.array(z.object({ type: z.string(), success: z.boolean(), error: z.string().optional() })),
  })
  .nullable()

/** What a caller may have evaluated. Other members are ignored. */
export const ExecuteBody = z.object({
  entityType: z.string().min(1),
  entityId: z.string().optional(),
  eventType: z.string().optional(),
  data: z.unknown().optional(),
  dryRun: z.boolean().optional(),
  /** Asks for the reasons of each verdict. */
  explain: z.boolean().optional(),
})

const RuleResult = z.object({
  ruleId: z.string(),
  ruleName: z.string(),
  conditionResult: z.boolean(),
  actionsExecuted: ActionsExecuted,
  /** Milliseconds. */
  executionTime: z.number(),
  error: z.string().optional(),
  logId: z.string().optional(),
  /** Per condition the verdict and the values it read, when asked for. */
  explanation: z.unknown().optional(),
})

/** What rules tell and decide beside their verdict. */
const Effects = {
  messages: z
    .array(z.object({ ruleId: z.string(), severity: z.enum(['error', 'warning', 'info']), message: z.string() }))
    .optional(),
  decisions: z.array(z.object({ ruleId: z.string(), allowed: z.boolean(), message: z.string() })).optional(),
  /** The data as SET_FIELD left it, when it was changed. */
  data: z.unknown().optional(),
}

/** An execution of all rules that apply (decision 23). */
export const Execution = z.object({
  allowed: z.boolean(),
  executedRules: z.array(RuleResult.extend({ ruleType: z.enum(RULE_TYPES) })),
  totalExecutionTime: z.number(),
  errors: z.array(z.string()).optional(),
  logIds: z.array(z.string()).optional(),
  ...Effects,
})

/** An execution of one rule. */
export const RuleExecutionView = RuleResult.extend({ success: z.boolean(), ...Effects })
