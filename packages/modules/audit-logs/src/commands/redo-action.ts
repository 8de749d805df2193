import { defineCommand } from '@plinth/core'
import { undoTokens } from '@plinth/core/data'
import { z } from 'zod'
import { features } from '../contract.ts'
import { outcome, reachOf, target, toOutcome } from '../reverts.ts'

/** Does an undone action again. */
export const redoAction = defineCommand({
  id: 'audit_logs.actions.redo',
  access: features.redo_self,
  input: z.object({ logId: z.uuid() }),
  output: z.object({ ...outcome, logId: z.uuid(), undoToken: z.string() }),
  target,
  async run({ input, actor, redo, inject }) {
    const redone = await redo(input.logId, reachOf(actor, features.redo_tenant))
    const { entryId: logId } = redone
    return { ...toOutcome(redone), logId, undoToken: inject(undoTokens).tokenOf(logId) }
  },
})
