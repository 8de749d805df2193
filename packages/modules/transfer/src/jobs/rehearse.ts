import type { Context } from '@plinth/core'
import { ruleRunner } from '@plinth/core/rules'
import { importChunk } from '../commands/import-chunk.ts'
import { beginRehearsal, noteRehearsal } from '../commands/note-work.ts'
import type { WorkOnImport } from './work-on-import.ts'
import { eachChunk } from './each-chunk.ts'

/** Imports all rows of a file as a run would, and rolls every chunk back. */
export async function rehearse({ run }: Context, work: WorkOnImport): Promise<'draft'> {
  const { importId, progressJobId, asImporter } = work
  const worker = { id: importId, progressJobId }
  await run(beginRehearsal, worker)
  await eachChunk(work, { after: 0 }, async (chunk) => {
    const outcome = await asImporter(async ({ dryRun, inject }) => {
      await inject(ruleRunner)?.prepare()
      let done: Awaited<ReturnType<typeof tryChunk>> | undefined
      const tryChunk = (ctx: Context) => ctx.run(importChunk, { importId, progressJobId, isRehearsal: true, ...chunk })
      await dryRun(async (ctx) => {
        done = await tryChunk(ctx)
      })
      return done!
    })
    await run(noteRehearsal, { ...worker, ...outcome })
    return outcome
  })
  return 'draft'
}
