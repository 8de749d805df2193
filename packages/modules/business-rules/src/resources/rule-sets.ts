import { resource } from '@plinth/core'
import { contains } from '@plinth/core/data'
import { z } from 'zod'
import { createSet } from '../commands/create-set.ts'
import { deleteSet } from '../commands/delete-set.ts'
import { updateSet } from '../commands/update-set.ts'
import { features } from '../contract.ts'
import { RuleSet } from '../entities.ts'
import { RowId, SetFields } from '../fields.ts'
import { blankAsMissing, invalidQuery, listOf, OptionalFlag, Paging, TextFilter } from '../list-query.ts'
import { SET_ID_REQUIRED, toInputRefusal, toRefusalWith, unreadableBody } from '../errors.ts'
import { SetItem } from '../set-views.ts'
import { shownConditions } from '../working-organization.ts'

const SORTS = ['setId', 'setName', 'enabled', 'createdAt', 'updatedAt'] as const

const SetListQuery = Paging.extend({
  id: blankAsMissing(RowId.optional()),
  /** Substring of the business id. */
  setId: TextFilter,
  /** Substring of the name. */
  search: TextFilter,
  enabled: OptionalFlag,
  sortField: z.enum(SORTS).catch('setId').default('setId'),
  sortDir: blankAsMissing(z.enum(['asc', 'desc']).default('asc')),
})

/** The rule sets of the selected organization, or of all visible ones if none is selected (decision: Organization of a request). */
export const ruleSets = resource('/business_rules/sets', RuleSet, {
  kind: 'business_rules.set',
  access: { read: features.view, write: features.manage_sets },
  input: SetFields,
  replace: { create: createSet, update: updateSet, delete: deleteSet },
  list: {
    summary: 'List the rule sets of the organization.',
    reads: null,
    select: SetItem,
    parameters: SetListQuery,
    query: { setId: TextFilter },
    sort: SORTS,
    thenBy: ['setId'],
    filter: ['enabled'],
    where: ({ eb, scope, query: { setId, search } }) => [
      ...shownConditions(eb, scope),
      ...(setId === undefined ? [] : [eb('row.setId', 'ilike', contains(setId))]),
      ...(search === undefined ? [] : [eb('row.setName', 'ilike', contains(search))]),
    ],
    envelope: { schema: listOf, leastPages: 1 },
    onInvalid: invalidQuery,
  },
  routes: {
    create: {
      summary: 'Create an empty rule set.',
      onInvalid: toInputRefusal,
      onUnreadable: unreadableBody,
    },
    update: {
      summary: 'Update a rule set.',
      onInvalid: toRefusalWith(SET_ID_REQUIRED),
      onUnreadable: unreadableBody,
    },
    delete: { summary: 'Delete a rule set. Its rules are kept.', onInvalid: toRefusalWith(SET_ID_REQUIRED) },
  },
})
