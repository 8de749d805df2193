import { badInput, defineCommand } from '@plinth/core'
import { type Target, undoTokens, findUndoConflicts } from '@plinth/core/data'
import { z } from 'zod'
import { features } from '../contract.ts'
import { findByToken, isLatest, reachOf } from '../entries.ts'
import { leftOf, leftOut, revertAction } from '../revert-action.ts'

const unavailable = (details?: object) => badInput('Undo token not available', { ...details })

/** Takes an action back: of any number of calls with one token, one does. */
export const undoAction = defineCommand({
  id: 'audit_logs.actions.undo',
  access: features.undo_self,
  undoable: false,
  input: z.object({ undoToken: z.string().trim().min(1).max(200) }),
  output: z.object({ ok: z.literal(true), logId: z.uuid(), filedUnder: z.custom<Target>().optional(), ...leftOut }),
  target: ({ result }) => result.filedUnder ?? {},
  async run(ctx) {
    const { input, get } = ctx
    const reach = reachOf(ctx, features.undo_tenant)
    const entry = await findByToken(ctx, reach, get(undoTokens).hash(input.undoToken))
    if (!entry) throw unavailable()
    if (!(await isLatest(ctx, reach, entry))) throw unavailable(await findUndoConflicts(ctx, entry))
    const filedUnder = await revertAction(ctx, { entry, direction: 'undo' })
    return { ok: true as const, logId: entry.id, filedUnder, ...leftOf(filedUnder) }
  },
})
