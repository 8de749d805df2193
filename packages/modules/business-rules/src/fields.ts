import { nameText, parseDate } from '@plinth/core'
import { Actions, ConditionExpression, RULE_TYPES } from '@plinth/core/rules'
import { z } from 'zod'

/** A row id, normalized to lower case as the database prints it. */
export const RowId = z.uuid().toLowerCase()

/** A required `RowId`; any falsy value is rejected with the message `missing`. */
export const requiredId = (missing: string) =>
  z.uuid({ error: ({ input }) => (input ? undefined : missing) }).toLowerCase()

const Description = z.string().max(5000).nullish()

/** Up to 50 characters, as published; the id of a custom entity can have 100. */
export const EntityType = z
  .string()
  .min(1)
  .max(100)
  .refine((name) => name.length <= 50 || /^[a-z0-9_]+:[a-z0-9_]+$/.test(name), 'At most 50 characters')

/** The properties of a rule that callers can set. */
export const RuleFields = z.object({
  ruleId: nameText().min(1).max(50),
  ruleName: nameText().min(1).max(200),
  description: Description,
  ruleType: z.enum(RULE_TYPES),
  ruleCategory: nameText().max(50).nullish(),
  entityType: EntityType,
  eventType: z.string().max(50).nullish(),
  conditionExpression: ConditionExpression.optional(),
  successActions: Actions.nullish(),
  failureActions: Actions.nullish(),
  enabled: z.boolean().optional(),
  priority: z.number().int().min(0).max(9999).optional(),
  version: z.number().int().min(1).max(2_147_483_647).optional(),
  effectiveFrom: effectiveDate().optional(),
  effectiveTo: effectiveDate().optional(),
})

/** The properties of a rule set that callers can set. */
export const SetFields = z.object({
  setId: nameText().min(1).max(50),
  setName: nameText().min(1).max(200),
  description: Description,
  enabled: z.boolean().optional(),
})

/** The properties of a set membership that callers can set. */
export const MemberFields = z.object({
  sequence: z.number().int().min(0).max(2_147_483_647).optional(),
  enabled: z.boolean().optional(),
})

/**
 * A date; `""` and null mean none. Invalid dates are rejected, because the rule would otherwise apply at all times
 * (decision: Rules that could never run).
 */
function effectiveDate() {
  return z
    .unknown()
    .transform((value, { issues }) => {
      if (value === undefined || value === null || value === '') return null
      const date = typeof value === 'string' ? new Date(parseDate(value)) : undefined
      if (date && !Number.isNaN(date.getTime())) return date
      issues.push({ code: 'custom', input: value, message: NO_DATE })
      return z.NEVER
    })
    .refine((date) => date === null || (date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999), 'Invalid year')
    .meta({ anyOf: [{ type: 'string', format: 'date-time' }, { type: 'null' }] })
}

const NO_DATE = 'Invalid date. Use a format such as 2026-01-31 or 2026-01-31T09:00:00Z'
