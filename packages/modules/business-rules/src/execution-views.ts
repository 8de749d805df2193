import { RULE_TYPES } from '@plinth/core/rules'
import { z } from 'zod'

const ActionsExecuted = z
  .object({
    success: z.boolean(),
    results: z.array(z.object({ type: z.string(), success: z.boolean(), error: z.string().optional() })),
  })
  .nullable()

/** The request body of an execution. Unknown properties are ignored. */
export const ExecuteBody = z.object({
  entityType: z.string().min(1),
  entityId: z.string().optional(),
  eventType: z.string().optional(),
  data: z.unknown().optional(),
  dryRun: z.boolean().optional(),
  /** Whether to explain each verdict. */
  explain: z.boolean().optional(),
})

const RuleResult = z.object({
  ruleId: z.string(),
  ruleName: z.string(),
  conditionResult: z.boolean(),
  actionsExecuted: ActionsExecuted,
  /** In milliseconds. */
  executionTime: z.number(),
  error: z.string().optional(),
  logId: z.string().optional(),
  /** The verdict and the values read, per condition; present on request. */
  explanation: z.unknown().optional(),
})

/** What rules output besides their verdict. */
const Effects = {
  messages: z
    .array(z.object({ ruleId: z.string(), severity: z.enum(['error', 'warning', 'info']), message: z.string() }))
    .optional(),
  decisions: z.array(z.object({ ruleId: z.string(), allowed: z.boolean(), message: z.string() })).optional(),
  /** The data as modified by SET_FIELD; present if it was changed. */
  data: z.unknown().optional(),
}

/** The response of executing all rules that apply (decision: Results of rules). */
export const Execution = z.object({
  allowed: z.boolean(),
  executedRules: z.array(RuleResult.extend({ ruleType: z.enum(RULE_TYPES) })),
  totalExecutionTime: z.number(),
  errors: z.array(z.string()).optional(),
  logIds: z.array(z.string()).optional(),
  ...Effects,
})

/** The response of executing a single rule. */
export const RuleExecutionView = RuleResult.extend({ success: z.boolean(), ...Effects })
