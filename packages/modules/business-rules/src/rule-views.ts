import { showsRow } from '@plinth/core'
import { RULE_TYPES, StoredActions, StoredCondition } from '@plinth/core/rules'
import { z } from 'zod'
import { BusinessRule } from './entities.ts'

/** A rule in a list. */
export const RuleItem = showsRow(
  z.object({
    id: z.uuid(),
    ruleId: z.string(),
    ruleName: z.string(),
    description: z.string().nullable(),
    ruleType: z.enum(RULE_TYPES),
    ruleCategory: z.string().nullable(),
    entityType: z.string(),
    eventType: z.string().nullable(),
    enabled: z.boolean(),
    priority: z.number().int(),
    version: z.number().int(),
    effectiveFrom: z.string().nullable(),
    effectiveTo: z.string().nullable(),
    tenantId: z.uuid(),
    organizationId: z.uuid(),
    createdBy: z.string().nullable(),
    updatedBy: z.string().nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
  }),
  BusinessRule,
)

/** A single rule. */
export const RuleDetail = showsRow(
  RuleItem.extend({
    conditionExpression: StoredCondition,
    successActions: StoredActions,
    failureActions: StoredActions,
  }),
  BusinessRule,
)
