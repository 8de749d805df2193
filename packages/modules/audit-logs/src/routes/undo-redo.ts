import { badInput, post } from '@plinth/core'
import { z } from 'zod'
import { redoAction, undoAction } from '../commands/undo-redo.ts'
import { leftOut } from '../reverts.ts'

export const undo = post('/audit_logs/audit-logs/actions/undo', undoAction, {
  summary: 'Take an action back by the token that its answer carried.',
  response: z.object({ ok: z.literal(true), logId: z.uuid(), ...leftOut }),
  errors: [400, 409],
  onInvalid: () => badInput('Invalid undo token'),
})

export const redo = post('/audit_logs/audit-logs/actions/redo', redoAction, {
  summary: 'Do an undone action again.',
  response: z.object({ ok: z.literal(true), logId: z.uuid().nullable(), undoToken: z.string().nullable(), ...leftOut }),
  errors: [400, 409],
  onInvalid: () => badInput('Invalid log id'),
})
