import { type CommandContext, conflict, type Context, defineCommand, Ok } from '@plinth/core'
import type { KeptRow, Reverted, StoredRow } from '@plinth/core/data'
import { z } from 'zod'
import { features } from '../contract.ts'
import { Import, ImportChunk, UndoneRow } from '../entities.ts'
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
      const undoneBy = await findRowUndos(ctx, chunk)
      const { kept } = await ctx.undo(chunk.logId, { ofOthers: true, keepsEdits: true, undoneBy })
      await ctx.from.change(ImportChunk, chunk, { isUndone: true, kept: withKinds(ctx, kept) })
    }
    return { ok: true as const }
  },
})

/** The entries that have undone rows of a chunk by themselves. */
async function findRowUndos(
  { from }: CommandContext,
  { importId, firstRow, lastRow }: StoredRow<ImportChunk>,
): Promise<readonly string[]> {
  const rows = await from(UndoneRow, 'u')
    .select('u.entryId')
    .distinct()
    .where('u.importId', '=', importId)
    .where('u.row', '>=', firstRow)
    .where('u.row', '<=', lastRow)
    .execute()
  return rows.map(({ entryId }) => entryId)
}

/** What was kept, by the kinds of records that people know instead of tables. */
export function withKinds(ctx: Pick<Context, 'inject'>, kept: readonly KeptRow[]): readonly KeptRow[] {
  const kinds = new Map(resourceTargets(ctx).map(({ id, entity }) => [tableOf(entity), id]))
  return kept.map((row) => ({ ...row, resourceKind: kinds.get(row.resourceKind) ?? row.resourceKind }))
}

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
