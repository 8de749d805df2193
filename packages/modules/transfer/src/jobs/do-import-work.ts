import { type Context, forbidden, type JobContext, PlatformError } from '@plinth/core'
import { tracker } from '@plinth/progress'
import { endWork } from '../commands/note-work.ts'
import { Import } from '../entities.ts'
import { importers } from '../importers.ts'
import type { Work } from '../import-states.ts'
import { toExcerpt } from '../sources/storable.ts'
import { rehearse } from './rehearse.ts'
import { revert } from './revert.ts'
import { runRows } from './run-rows.ts'
import type { ImportWork, WorkOnImport } from './work-on-import.ts'

const DO: Readonly<Record<Work, (ctx: Context, work: WorkOnImport) => Promise<'draft' | 'completed' | 'undone'>>> = {
  rehearse,
  run: runRows,
  undo: revert,
  redo: revert,
}

/** Does the work of a job, shows its progress, and notes how it has ended. */
export async function doImportWork(ctx: JobContext<ImportWork>): Promise<void> {
  const { payload, inject, signal, run } = ctx
  const { importId: id, progressJobId, work } = payload
  const end = (status: 'draft' | 'completed' | 'cancelled' | 'failed' | 'undone', errorMessage: string | null) =>
    run(endWork, { id, progressJobId, status, errorMessage })
  let hasBegun = false
  await inject(tracker).track(progressJobId, signal, async (tracked) => {
    hasBegun = true
    try {
      const status = await DO[work](ctx, { ...payload, tracked, asImporter: (task) => workAsImporter(ctx, task) })
      await end(status, null)
    } catch (error) {
      // Another attempt continues.
      if (signal.aborted || isPassing(error)) throw error
      await end(tracked.signal.aborted ? 'cancelled' : 'failed', tracked.signal.aborted ? null : toMessage(error))
      throw error
    }
  })
  // It was cancelled while it was waiting.
  if (!hasBegun) await end('cancelled', null)
}

const isPassing = (error: unknown) => error instanceof PlatformError && error.code === 'unavailable'

function toMessage(error: unknown): string {
  if (!(error instanceof PlatformError) || error.status >= 500) return 'Something went wrong'
  // What features are missing says nothing of whose.
  if (error.message === forbidden().message) return 'The account that has started this import may not do this any more'
  return toExcerpt(error.message, 2_000)
}

async function workAsImporter<T>(ctx: JobContext<ImportWork>, task: (ctx: Context) => Promise<T>): Promise<T> {
  const { from, inject, payload, scope, widenScope } = ctx
  const row = await from(Import, 'i')
    .select(['i.actorId', 'i.selectedOrganizationId'])
    .where('i.id', '=', payload.importId)
    .executeTakeFirst()
  const caller =
    row &&
    (await inject(importers).callerOf({
      userId: row.actorId,
      tenantId: scope.tenantId,
      organizationId: row.selectedOrganizationId,
    }))
  if (!caller) throw forbidden('The account that has started this import cannot be used any more')
  return widenScope('allTenants', 'import with the rights of a person', ({ actAs }) =>
    actAs({ ...caller, reason: 'import' }, task),
  )
}
