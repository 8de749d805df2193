import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { Scoped } from '@plinth/core'
import { softUnique } from '@plinth/core/data'
import type { Action, Condition } from '@plinth/core/rules'

/** A rule as stored. `id` identifies the row; `ruleId` is the business id that people use. */
export const BusinessRule = defineEntity({
  name: 'BusinessRule',
  tableName: 'business_rules',
  extends: Scoped,
  properties: {
    organizationId: p.uuid(),
    ruleId: p.text(),
    ruleName: p.text(),
    description: p.text().nullable(),
    ruleType: p.text(),
    ruleCategory: p.text().nullable(),
    entityType: p.text(),
    eventType: p.text().nullable(),
    conditionExpression: p.json<Condition>().nullable(),
    successActions: p.json<readonly Action[]>().nullable(),
    failureActions: p.json<readonly Action[]>().nullable(),
    enabled: p.boolean(),
    priority: p.integer(),
    version: p.integer(),
    effectiveFrom: p.datetime().nullable(),
    effectiveTo: p.datetime().nullable(),
    createdBy: p.text().nullable(),
    updatedBy: p.text().nullable(),
    deletedAt: p.datetime().nullable(),
  },
  uniques: [softUnique('tenantId', 'ruleId')],
})
export type BusinessRule = InferEntity<typeof BusinessRule>

/** A named list of rules. Sets are for organizing only; they do not affect execution. */
export const RuleSet = defineEntity({
  name: 'RuleSet',
  tableName: 'rule_sets',
  extends: Scoped,
  properties: {
    organizationId: p.uuid(),
    setId: p.text(),
    setName: p.text(),
    description: p.text().nullable(),
    enabled: p.boolean(),
    createdBy: p.text().nullable(),
    updatedBy: p.text().nullable(),
    deletedAt: p.datetime().nullable(),
  },
  uniques: [softUnique('tenantId', 'setId')],
})
export type RuleSet = InferEntity<typeof RuleSet>

/** A rule's membership in a set. Refers to both by row id; members for deleted rules are kept. */
export const RuleSetMember = defineEntity({
  name: 'RuleSetMember',
  tableName: 'rule_set_members',
  extends: Scoped,
  properties: {
    organizationId: p.uuid(),
    setId: p.uuid(),
    ruleId: p.uuid(),
    sequence: p.integer(),
    enabled: p.boolean(),
  },
})
export type RuleSetMember = InferEntity<typeof RuleSetMember>

/** The result of one execution, with a log entry per rule. */
export const RuleExecution = defineEntity({
  name: 'RuleExecution',
  tableName: 'rule_executions',
  extends: Scoped,
  properties: {
    id: p.bigint('number').primary(),
    createdAt: p.datetime().persist(false),
    updatedAt: p.datetime().persist(false),
    organizationId: p.uuid(),
    entityType: p.text(),
    entityId: p.text(),
    executedAt: p.datetime(),
    executedBy: p.text().nullable(),
    inputContext: p.json<unknown>().nullable(),
    outcomes: p.json<readonly unknown[]>(),
    logCount: p.integer(),
  },
})
