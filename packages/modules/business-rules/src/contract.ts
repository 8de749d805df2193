import { defineEvents, defineFeatures } from '@plinth/core'
import { z } from 'zod'

/** Features that grant access to business rules. */
export const features = defineFeatures('business_rules', {
  view: 'View business rules',
  manage: 'Manage business rules',
  execute: 'Execute business rules',
  view_logs: 'View rule execution logs',
  manage_sets: 'Manage rule sets',
})

const WrittenRow = z.object({ id: z.uuid(), tenantId: z.uuid(), organizationId: z.uuid() })
const MemberWritten = WrittenRow.extend({ setId: z.uuid() })

/** Events of rules, sets and their members. Only the event of a failed execution is part of the published API. */
export const events = defineEvents('business_rules', {
  'rule.created': WrittenRow,
  'rule.updated': WrittenRow,
  'rule.deleted': WrittenRow,
  'set.created': WrittenRow,
  'set.updated': WrittenRow,
  'set.deleted': WrittenRow,
  'set_member.added': MemberWritten,
  'set_member.updated': MemberWritten,
  'set_member.removed': MemberWritten,
  'rule.execution_failed': z.object({
    /** The business id, not the database id. */
    ruleId: z.string(),
    ruleName: z.string(),
    entityType: z.string(),
    errorMessage: z.string(),
    tenantId: z.uuid(),
    organizationId: z.uuid(),
  }),
})

/** Cache tags; commands that write rules invalidate them. */
export const tags = {
  /** A tenant's compiled rules, by entity type. */
  rules: (tenantId: string) => `business_rules.rules:${tenantId}`,
}
