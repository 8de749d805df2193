import { del, post, put } from '@plinth/core'
import { createRule } from '../commands/create-rule.ts'
import { deleteRule } from '../commands/delete-rule.ts'
import { updateRule } from '../commands/update-rule.ts'
import { RULE_ID_REQUIRED, toInputRefusal, toRefusalWith, unreadableBody } from '../refusals.ts'

export const postRule = post('/business_rules/rules', createRule, {
  status: 201,
  summary: 'Creates a rule.',
  errors: [400],
  onInvalid: toInputRefusal,
  onUnreadable: unreadableBody,
})

export const putRule = put('/business_rules/rules', updateRule, {
  summary: 'Changes what is given of a rule.',
  errors: [400, 404],
  onInvalid: toRefusalWith(RULE_ID_REQUIRED),
  onUnreadable: unreadableBody,
})

export const deleteRuleById = del('/business_rules/rules', deleteRule, {
  summary: 'Deletes a rule; its logs and places in sets stay.',
  errors: [400, 404],
  onInvalid: toRefusalWith(RULE_ID_REQUIRED),
})
