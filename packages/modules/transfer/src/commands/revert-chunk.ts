import { type CommandContext, conflict, defineCommand, Ok } from '@plinth/core'
import type { Reverted, StoredRow } from '@plinth/core/data'
import { z } from 'zod'
import { features } from '../contract.ts'
import { Import, ImportChunk } from '../entities.ts'
import { resourceTargets, tableOf } from '../targets/target.ts'

const Input = z.object({ importId: z.uuid(), progressJobId: z.uuid(), chunkId: z.uuid() })

/**
 * Undoes the rows of a chunk, in the same transaction as the note that they have been undone. What has been edited since is kept, and
 * listed.
 */
export const undoChunk = defineCommand({
  id: 'transfer.imports.undo_rows',
  label: 'Undo imported rows',
  access: features.manage,
  resource: 'transfer.import',
  undoable: { because: 'an import that was undone is redone' },
  input: Input,
  output: Ok,
  target: ({ input: { importId } }) => ({ id: importId }),
  async run(ctx) {
    const chunk = await lockChunk(ctx)
    if (!chunk.isUndone) {
      const { kept } = await ctx.undo(chunk.logId, { ofOthers: true, keepsEdits: true })
      const kinds = new Map(resourceTargets(ctx).map(({ id, entity }) => [tableOf(entity), id]))
      const named = kept.map((row) => ({ ...row, resourceKind: kinds.get(row.resourceKind) ?? row.resourceKind }))
      await ctx.from.change(ImportChunk, chunk, { isUndone: true, kept: named })
    }
    return { ok: true as const }
  },
})

/** Redoes the rows of a chunk. Its entry can be undone in turn. */
export const redoChunk = defineCommand({
  id: 'transfer.imports.redo_rows',
  label: 'Redo imported rows',
  access: features.manage,
  resource: 'transfer.import',
  input: Input,
  output: z.custom<Reverted>(),
  target: ({ result }) => result.target,
  async run(ctx) {
    const chunk = await lockChunk(ctx)
    if (!chunk.isUndone) throw conflict('These rows have been redone')
    const reverted = await ctx.redo(chunk.logId, { ofOthers: true })
    await ctx.from.change(ImportChunk, chunk, { isUndone: false, logId: ctx.entryId, kept: [] })
    return reverted
  },
})

async function lockChunk({
  from,
  input: { importId, progressJobId, chunkId },
}: CommandContext<z.output<typeof Input>>): Promise<StoredRow<ImportChunk>> {
  const [row] = await from.lockAll(Import, { id: importId, progressJobId })
  if (!row) throw conflict('Another worker has continued this import')
  // Sets `updatedAt`: the worker is at it.
  await from.update(Import, 'i').set({ progressJobId }).where('i.id', '=', importId).execute()
  return from.lock(ImportChunk, { id: chunkId, importId })
}
