import { releaseHeldFiles } from '@plinth/attachments'
import type { CommandContext } from '@plinth/core'
import { anyOf } from '@plinth/core/data'
import { ExportRun } from './entities.ts'

interface OldRun {
  readonly id: string
  readonly fileId: string | null
}

/** Removes runs and their files, in a command. */
export async function forgetRuns(ctx: CommandContext, runs: readonly OldRun[]): Promise<void> {
  if (runs.length === 0) return
  await releaseHeldFiles(
    ctx,
    runs.flatMap(({ fileId }) => fileId ?? []),
  )
  const ids = runs.map(({ id }) => id)
  await ctx.from.delete(ExportRun, 'r').where('r.id', '=', anyOf(ids)).execute()
}

/** Removes the files of runs, and keeps what is known of them, in a command. */
export async function forgetFiles(ctx: CommandContext, runs: readonly OldRun[]): Promise<void> {
  if (runs.length === 0) return
  await releaseHeldFiles(
    ctx,
    runs.flatMap(({ fileId }) => fileId ?? []),
  )
  const ids = runs.map(({ id }) => id)
  await ctx.from.update(ExportRun, 'r').set({ fileId: null }).where('r.id', '=', anyOf(ids)).execute()
}
