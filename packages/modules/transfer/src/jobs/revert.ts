import type { Context } from '@plinth/core'
import { redoChunk, undoChunk } from '../commands/revert-chunk.ts'
import { ImportChunk } from '../entities.ts'
import type { WorkOnImport } from './work-on-import.ts'

/** Undoes the chunks of an import, the last one first, or redoes them in their order. */
export async function revert(
  _ctx: Context,
  { importId, progressJobId, work, tracked, asImporter }: WorkOnImport,
): Promise<'undone' | 'completed'> {
  const isUndo = work === 'undo'
  const chunks = await asImporter(({ from }) =>
    from(ImportChunk, 'c')
      .select(['c.id', 'c.isUndone'])
      .where('c.importId', '=', importId)
      .orderBy('c.firstRow', isUndo ? 'desc' : 'asc')
      .execute(),
  )
  const waiting = chunks.filter((chunk) => chunk.isUndone !== isUndo)
  for (const [index, { id: chunkId }] of waiting.entries()) {
    tracked.signal.throwIfAborted()
    const input = { importId, progressJobId, chunkId }
    await asImporter<unknown>(({ run }) => (isUndo ? run(undoChunk, input) : run(redoChunk, input)))
    tracked.advance({ progressPercent: Math.floor(((index + 1) * 99) / waiting.length) })
  }
  return isUndo ? 'undone' : 'completed'
}
