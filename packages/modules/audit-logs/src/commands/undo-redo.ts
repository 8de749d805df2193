import { defineCommand } from '@plinth/core'
import { z } from 'zod'
import { undoTokens } from '@plinth/core/data'
import { features } from '../contract.ts'
import { outcome, reachOf, target, toRevertResult } from '../revert-reach.ts'

/** Undoes an action, given the undo token from its response. */
export const undoAction = defineCommand({
  id: 'audit_logs.actions.undo',
  access: features.undo_self,
  undoable: false,
  input: z.object({ undoToken: z.string().trim().min(1).max(200) }),
  output: z.object({ ...outcome, logId: z.uuid() }),
  target,
  async run({ input, actor, undo }) {
    const undone = await undo({ token: input.undoToken }, reachOf(actor, features.undo_tenant))
    return { ...toRevertResult(undone), logId: undone.sourceId }
  },
})

/** Redoes an undone action. */
export const redoAction = defineCommand({
  id: 'audit_logs.actions.redo',
  access: features.redo_self,
  input: z.object({ logId: z.uuid() }),
  output: z.object({ ...outcome, logId: z.uuid(), undoToken: z.string() }),
  target,
  async run({ input, actor, redo, inject }) {
    const redone = await redo(input.logId, reachOf(actor, features.redo_tenant))
    const { entryId: logId } = redone
    return { ...toRevertResult(redone), logId, undoToken: inject(undoTokens).tokenOf(logId) }
  },
})
