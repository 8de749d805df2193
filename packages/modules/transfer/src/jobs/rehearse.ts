import type { Context } from '@plinth/core'
import { ruleRunner } from '@plinth/core/rules'
import { importChunk } from '../commands/import-chunk.ts'
import { beginRehearsal, noteRehearsal } from '../commands/note-work.ts'
import { comparedFields, traitsOfDraft } from '../duplicates/compared-fields.ts'
import { NewRows } from '../duplicates/find-matches.ts'
import type { Plan } from '../rows/plan.ts'
import type { WorkOnImport } from './work-on-import.ts'
import { eachChunk } from './each-chunk.ts'
import { noteLikelyDuplicates } from './note-likely-duplicates.ts'

/**
 * Imports all rows of a file as a run would, and rolls every chunk back. Then it looks for records, and for earlier rows, that look like
 * the rows that would create one.
 */
export async function rehearse({ run }: Context, work: WorkOnImport): Promise<'draft'> {
  const { importId, progressJobId, asImporter } = work
  const worker = { id: importId, progressJobId }
  const rows = new NewRows()
  let plan: Plan | undefined
  await run(beginRehearsal, worker)
  await eachChunk(work, { after: 0 }, async (chunk) => {
    const { created, ...outcome } = await asImporter(async ({ dryRun, inject }) => {
      await inject(ruleRunner)?.prepare()
      let done: Awaited<ReturnType<typeof tryChunk>> | undefined
      const tryChunk = (ctx: Context) => ctx.run(importChunk, { importId, progressJobId, isRehearsal: true, ...chunk })
      await dryRun(
        async (ctx) => {
          done = await tryChunk(ctx)
        },
        { previews: false },
      )
      return done!
    })
    await run(noteRehearsal, { ...worker, ...outcome })
    plan = chunk.rows.plan
    const fields = comparedFields(plan)
    const isNew = new Set(created)
    for (const draft of chunk.rows.drafts) if (isNew.has(draft.row)) rows.add(draft.row, traitsOfDraft(fields, draft))
    return outcome
  })
  if (plan) await noteLikelyDuplicates(run, work, { plan, rows })
  return 'draft'
}
