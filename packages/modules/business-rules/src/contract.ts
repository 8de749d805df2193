import { defineEvents, defineFeatures } from '@plinth/core'
import { z } from 'zod'

/** What people may be allowed to do with business rules. */
export const features = defineFeatures('business_rules', {
  view: 'View business rules',
  manage: 'Manage business rules',
  execute: 'Execute business rules',
  view_logs: 'View rule execution logs',
  manage_sets: 'Manage rule sets',
})

const WrittenRow = z.object({ id: z.uuid(), tenantId: z.uuid(), organizationId: z.uuid() })
const MemberWritten = WrittenRow.extend({ setId: z.uuid() })

/** What happens to rules, sets and their members. Only the failed execution is published. */
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
    /** The business id. */
    ruleId: z.string(),
    ruleName: z.string(),
    entityType: z.string(),
    errorMessage: z.string(),
    tenantId: z.uuid(),
    organizationId: z.uuid(),
  }),
})

/** Tags of what is kept in memory; whoever writes rules invalidates them. */
export const tags = {
  /** The rules of a tenant, compiled and by entity type. */
  rules: (tenantId: string) => `business_rules.rules:${tenantId}`,
}
