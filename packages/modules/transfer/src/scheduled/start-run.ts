import type { CommandContext } from '@plinth/core'
import { ExportRun } from './entities.ts'
import { exportJob } from './export-job.ts'
import { INTERRUPTED } from './interrupted.ts'

/** Milliseconds after which a run that has said nothing is taken for lost. It is longer than all attempts together. */
const PATIENCE = 86_400_000

interface NewRun {
  readonly exportId: string
  readonly dueAt: Date
  readonly isManual: boolean
}

/** Queues a run of an export that the command has locked; undefined if one is waiting or running, or was due at the same moment. */
export async function startRun(
  ctx: CommandContext,
  { exportId, dueAt, isManual }: NewRun,
): Promise<string | undefined> {
  const { from, enqueue, now } = ctx
  const runs = from(ExportRun, 'r').select(['r.id', 'r.updatedAt']).where('r.exportId', '=', exportId)
  // The clock of another host was ahead, or this one was set back.
  const same = await runs.where('r.dueAt', '=', dueAt.toISOString()).executeTakeFirst()
  if (same) return undefined
  const unfinished = await runs.where('r.status', 'in', ['waiting', 'running']).execute()
  if (unfinished.some(({ updatedAt }) => now().getTime() - Date.parse(updatedAt) < PATIENCE)) return undefined
  for (const { id } of unfinished)
    await from.change(ExportRun, id, { status: 'failed', endedAt: now(), errorMessage: INTERRUPTED })
  const { id } = await from.create(ExportRun, { exportId, dueAt, isManual, status: 'waiting' })
  enqueue(exportJob, { runId: id })
  return id
}
