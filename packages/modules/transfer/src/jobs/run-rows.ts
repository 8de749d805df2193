import type { Context } from '@plinth/core'
import { ruleRunner } from '@plinth/core/rules'
import { importChunk } from '../commands/import-chunk.ts'
import { Import } from '../entities.ts'
import type { WorkOnImport } from './work-on-import.ts'
import { eachChunk } from './each-chunk.ts'

/** Imports the rows of a file that have not been imported yet, chunk by chunk. */
export async function runRows(_ctx: Context, work: WorkOnImport): Promise<'completed'> {
  const { importId, progressJobId, asImporter } = work
  const { lastRow } = await asImporter(async ({ from }) =>
    from(Import, 'i').select('i.lastRow').where('i.id', '=', importId).executeTakeFirstOrThrow(),
  )
  await eachChunk(work, { after: lastRow }, (chunk) =>
    asImporter(async ({ run, inject }) => {
      // Rules are loaded once, before the transaction.
      await inject(ruleRunner)?.prepare()
      return run(importChunk, { importId, progressJobId, isRehearsal: false, ...chunk })
    }),
  )
  return 'completed'
}
