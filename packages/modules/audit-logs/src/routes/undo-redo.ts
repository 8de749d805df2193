import { badInput, post } from '@plinth/core'
import { z } from 'zod'
import { redoAction, undoAction } from '../commands/undo-redo.ts'
import { leftOut } from '../revert-reach.ts'

export const undo = post('/audit_logs/audit-logs/actions/undo', undoAction, {
  summary: 'Undo an action with the undo token from its response.',
  response: z.object({ ok: z.literal(true), logId: z.uuid(), ...leftOut }),
  errors: [400, 409],
  onInvalid: () => badInput('Invalid undo token'),
})

export const redo = post('/audit_logs/audit-logs/actions/redo', redoAction, {
  summary: 'Redo an action that was undone.',
  response: z.object({ ok: z.literal(true), logId: z.uuid().nullable(), undoToken: z.string().nullable(), ...leftOut }),
  errors: [400, 409],
  onInvalid: () => badInput('Invalid log id'),
})
