import { badInput, defineCommand } from '@plinth/core'
import { type Target, undoTokens } from '@plinth/core/data'
import { z } from 'zod'
import { features } from '../contract.ts'
import { findUndone, reachOf } from '../entries.ts'
import { leftOf, leftOut, revertAction } from '../revert-action.ts'

/** Does an undone action again, with the same ids; its entry can be undone in its turn (decision 19). */
export const redoAction = defineCommand({
  id: 'audit_logs.actions.redo',
  access: features.redo_self,
  input: z.object({ logId: z.uuid() }),
  output: z.object({
    ok: z.literal(true),
    logId: z.uuid(),
    undoToken: z.string(),
    filedUnder: z.custom<Target>().optional(),
    ...leftOut,
  }),
  target: ({ result }) => result.filedUnder ?? {},
  async run(ctx) {
    const { input, get, entryId } = ctx
    const entry = await findUndone(ctx, reachOf(ctx, features.redo_tenant), input.logId)
    if (!entry) throw badInput('Redo target not available')
    const filedUnder = await revertAction(ctx, { entry, direction: 'redo' })
    return {
      ok: true as const,
      logId: entryId,
      undoToken: get(undoTokens).tokenOf(entryId),
      filedUnder,
      ...leftOf(filedUnder),
    }
  },
})
