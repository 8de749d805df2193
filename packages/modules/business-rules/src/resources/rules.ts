import { resource } from '@plinth/core'
import { anyOf, contains } from '@plinth/core/data'
import { RULE_TYPES } from '@plinth/core/rules'
import { z } from 'zod'
import { createRule } from '../commands/create-rule.ts'
import { deleteRule } from '../commands/delete-rule.ts'
import { updateRule } from '../commands/update-rule.ts'
import { features } from '../contract.ts'
import { BusinessRule } from '../entities.ts'
import { RowId, RuleFields } from '../fields.ts'
import { blankAsMissing, invalidQuery, listOf, OptionalFlag, Paging, TextFilter } from '../list-query.ts'
import { RULE_ID_REQUIRED, toInputRefusal, toRefusalWith, unreadableBody } from '../errors.ts'
import { namesOf } from '../rule-points.ts'
import { RuleItem } from '../rule-views.ts'
import { totalRules } from '../rule-totals.ts'
import { shownConditions } from '../working-organization.ts'

const SORTS = ['ruleId', 'ruleName', 'ruleType', 'entityType', 'priority', 'createdAt', 'updatedAt'] as const

const RuleListQuery = Paging.extend({
  id: blankAsMissing(RowId.optional()),
  /** Substring of the business id. */
  ruleId: TextFilter,
  /** Substring of the name. */
  search: TextFilter,
  ruleType: blankAsMissing(z.enum(RULE_TYPES).optional()),
  entityType: TextFilter,
  eventType: TextFilter,
  ruleCategory: TextFilter,
  enabled: OptionalFlag,
  sortField: z.enum(SORTS).catch('priority').default('priority'),
  sortDir: blankAsMissing(z.enum(['asc', 'desc']).default('desc')),
})

/** The rules of the selected organization, or of all visible ones if none is selected (decision: Organization of a request). */
export const rules = resource('/business_rules/rules', BusinessRule, {
  kind: 'business_rules.rule',
  access: { read: features.view, write: features.manage },
  input: RuleFields,
  replace: { create: createRule, update: updateRule, delete: deleteRule },
  list: {
    summary: 'List the rules of the organization.',
    reads: null,
    select: RuleItem,
    parameters: RuleListQuery,
    query: { ruleId: TextFilter, entityType: TextFilter },
    sort: SORTS,
    thenBy: ['ruleId'],
    filter: ['ruleType', 'eventType', 'ruleCategory', 'enabled'],
    where: ({ eb, scope, inject, query: { ruleId, search, entityType } }) => [
      ...shownConditions(eb, scope),
      ...(ruleId === undefined ? [] : [eb('row.ruleId', 'ilike', contains(ruleId))]),
      ...(search === undefined ? [] : [eb('row.ruleName', 'ilike', contains(search))]),
      ...(entityType === undefined ? [] : [eb('row.entityType', '=', anyOf(namesOf({ inject }, entityType), 'text'))]),
    ],
    total(ctx, { page: _page, pageSize: _size, sortField: _field, sortDir: _dir, ...filter }, count) {
      return totalRules(ctx, filter, count)
    },
    envelope: { schema: listOf, leastPages: 1 },
    onInvalid: invalidQuery,
  },
  routes: {
    create: { summary: 'Create a rule.', onInvalid: toInputRefusal, onUnreadable: unreadableBody },
    update: {
      summary: 'Update a rule.',
      onInvalid: toRefusalWith(RULE_ID_REQUIRED),
      onUnreadable: unreadableBody,
    },
    delete: {
      summary: 'Delete a rule. Its logs and its memberships of rule sets are kept.',
      onInvalid: toRefusalWith(RULE_ID_REQUIRED),
    },
  },
})
