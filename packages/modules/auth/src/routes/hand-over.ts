import { post } from '@plinth/core'
import { handOver } from '../commands/hand-over.ts'

/** POST /auth/users/hand-over: gives everything that somebody owns to another person. */
export const postHandOver = post('/auth/users/hand-over', handOver, {
  operation: 'handOverRecords',
  summary: 'Give all records that a user owns to another user, such as those of somebody who leaves.',
})
