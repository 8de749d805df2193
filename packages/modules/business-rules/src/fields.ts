import { nameText } from '@plinth/core'
import { parseDate } from '@plinth/core/http'
import { Actions, ConditionExpression, RULE_TYPES } from '@plinth/core/rules'
import { z } from 'zod'

/** An identifier of a row, in the spelling of the database. */
export const RowId = z.uuid().toLowerCase()

/** A `RowId` that has to be there: any falsy value is answered with `missing`. */
export const requiredId = (missing: string) =>
  z.uuid({ error: ({ input }) => (input ? undefined : missing) }).toLowerCase()

const Description = z.string().max(5000).nullish()

/** What callers may say of a rule. */
export const RuleFields = z.object({
  ruleId: nameText().min(1).max(50),
  ruleName: nameText().min(1).max(200),
  description: Description,
  ruleType: z.enum(RULE_TYPES),
  ruleCategory: nameText().max(50).nullish(),
  entityType: z.string().min(1).max(50),
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

/** What callers may say of a rule set. */
export const SetFields = z.object({
  setId: nameText().min(1).max(50),
  setName: nameText().min(1).max(200),
  description: Description,
  enabled: z.boolean().optional(),
})

/** What callers may say of a rule's place in a set. */
export const MemberFields = z.object({
  sequence: z.number().int().min(0).max(2_147_483_647).optional(),
  enabled: z.boolean().optional(),
})

/** Whatever is no date in text counts as none; years that the database cannot spell are refused. */
function effectiveDate() {
  return z
    .unknown()
    .transform((value) => (typeof value === 'string' ? new Date(parseDate(value)) : null))
    .transform((date) => (date === null || Number.isNaN(date.getTime()) ? null : date))
    .refine((date) => date === null || (date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999), 'Invalid year')
    .meta({ type: ['string', 'null'], format: 'date-time' })
}
