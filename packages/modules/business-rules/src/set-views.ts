import { showsRow } from '@plinth/core'
import { RULE_TYPES } from '@plinth/core/rules'
import { z } from 'zod'
import { RuleSet } from './entities.ts'

/** A rule set in a list. */
export const SetItem = showsRow(
  z.object({
    id: z.uuid(),
    setId: z.string(),
    setName: z.string(),
    description: z.string().nullable(),
    enabled: z.boolean(),
    tenantId: z.uuid(),
    organizationId: z.uuid(),
    createdBy: z.string().nullable(),
    updatedBy: z.string().nullable(),
    createdAt: z.string(),
    updatedAt: z.string(),
  }),
  RuleSet,
)

/** A rule's membership in a set; `ruleId` is the rule's database id. */
const Member = z.object({
  id: z.uuid(),
  ruleId: z.uuid(),
  ruleName: z.string(),
  ruleType: z.enum(RULE_TYPES),
  sequence: z.number().int(),
  enabled: z.boolean(),
  updatedAt: z.string(),
})

/** A rule set with its members, including those for deleted and disabled rules. */
export const SetDetail = showsRow(SetItem.extend({ members: z.array(Member) }), RuleSet)
