import { type CommandContext, defineCommand, forbidden, notFound } from '@plinth/core'
import { tracker } from '@plinth/progress'
import { z } from 'zod'
import { features } from '../contract.ts'
import { Import, ImportChunk } from '../entities.ts'
import { assertAtRest, assertMayStart, type ChunkCounts, STATUS, type Work, works } from '../import-states.ts'
import { toExcerpt } from '../sources/storable.ts'
import { importJob } from './import-job.ts'
import { planImport } from '../rows/plan.ts'

const NAMES: Readonly<Record<Work, string>> = {
  rehearse: 'Rehearse import',
  run: 'Import',
  undo: 'Undo import',
  redo: 'Redo import',
}

/** Lets a worker rehearse, run, undo or redo an import, with the rights of whoever asks for it. */
export const startWork = defineCommand({
  id: 'transfer.imports.start',
  label: 'Start import',
  access: features.manage,
  resource: 'transfer.import',
  undoable: { because: 'an import that has begun is undone by undoing the import' },
  input: z.object({ id: z.uuid().toLowerCase(), work: z.enum(works) }),
  output: z.object({ id: z.uuid(), progressJobId: z.uuid() }),
  async run(ctx) {
    const { from, input, actor, scope, inject, enqueue, now } = ctx
    const { id, work } = input
    if (actor.kind !== 'user') throw forbidden('An import runs with the rights of a person: sign in to start it')
    const row = await from.lock(Import, id, () => notFound('Import'))
    assertAtRest(row, now())
    assertMayStart(work, row, await countChunks(ctx, id))
    if (work === 'rehearse' || work === 'run')
      await planImport(ctx, { ...row, columns: row.columns.map(({ name }) => name) })
    const progressJobId = await inject(tracker).create({
      jobType: `transfer.${work}`,
      name: toExcerpt(`${NAMES[work]} ${row.name}`, 255),
      cancellable: true,
      meta: { importId: id, entity: row.entity },
    })
    await from.change(Import, row, {
      status: STATUS[work],
      progressJobId,
      errorMessage: null,
      ...(work === 'rehearse' && { rehearsal: null }),
      actorId: actor.id,
      selectedOrganizationId: scope.organizationId,
    })
    enqueue(importJob, { importId: id, progressJobId, work })
    return { id, progressJobId }
  },
})

async function countChunks({ from }: Pick<CommandContext, 'from'>, importId: string): Promise<ChunkCounts> {
  const rows = await from(ImportChunk, 'c')
    .select(({ fn }) => ['c.isUndone', fn.countAll<number>().as('count')])
    .where('c.importId', '=', importId)
    .groupBy('c.isUndone')
    .execute()
  const countOf = (isUndone: boolean) => Number(rows.find((row) => row.isUndone === isUndone)?.count ?? 0)
  return { done: countOf(false), undone: countOf(true) }
}
