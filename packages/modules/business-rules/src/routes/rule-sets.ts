import { del, post, put } from '@plinth/core'
import { createSet } from '../commands/create-set.ts'
import { deleteSet } from '../commands/delete-set.ts'
import { updateSet } from '../commands/update-set.ts'
import { SET_ID_REQUIRED, toInputRefusal, toRefusalWith, unreadableBody } from '../refusals.ts'

export const postSet = post('/business_rules/sets', createSet, {
  status: 201,
  summary: 'Creates a rule set with nothing in it.',
  errors: [400],
  onInvalid: toInputRefusal,
  onUnreadable: unreadableBody,
})

export const putSet = put('/business_rules/sets', updateSet, {
  summary: 'Changes what is given of a rule set.',
  errors: [400, 404],
  onInvalid: toRefusalWith(SET_ID_REQUIRED),
  onUnreadable: unreadableBody,
})

export const deleteSetById = del('/business_rules/sets', deleteSet, {
  summary: 'Deletes a rule set; its rules stay.',
  errors: [400, 404],
  onInvalid: toRefusalWith(SET_ID_REQUIRED),
})
