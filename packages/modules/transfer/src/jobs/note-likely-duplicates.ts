import type { Context } from '@plinth/core'
import { noteDuplicates } from '../commands/note-work.ts'
import { compareRecords, MAX_RECORDS, RECORDS_AT_ONCE } from '../duplicates/compare-records.ts'
import { comparedFields } from '../duplicates/compared-fields.ts'
import type { NewRows } from '../duplicates/find-matches.ts'
import type { Plan } from '../rows/plan.ts'
import type { WorkOnImport } from './work-on-import.ts'

/** Maximum number of likely duplicates that are listed, and of those noted at once. */
const MAX_NOTED = 20_000
const BATCH = 1_000

/** Milliseconds after which a worker that compares says that it is at it. */
const PULSE = 30_000

interface Rehearsed {
  readonly plan: Plan
  /** The rows that would create a record. */
  readonly rows: NewRows
}

/** Compares the new rows with the records that the importer can see, and notes which are alike. */
export async function noteLikelyDuplicates(
  run: Context['run'],
  { importId, progressJobId, tracked, asImporter }: WorkOnImport,
  { plan, rows }: Rehearsed,
): Promise<void> {
  const fields = comparedFields(plan)
  let after: string | null = null
  let said = performance.now()
  for (let count = 0; count < MAX_RECORDS; count += RECORDS_AT_ONCE) {
    tracked.signal.throwIfAborted()
    const last: string | null = after
    after = await asImporter((ctx) => compareRecords(ctx, { target: plan.target, fields, rows, after: last }))
    if (after === null) break
    if (performance.now() - said < PULSE) continue
    await run(noteDuplicates, { id: importId, progressJobId, matches: [] })
    said = performance.now()
  }
  const columns = { email: fields.email, phone: fields.phone, name: fields.names[0], spelling: fields.names[0] }
  const matches = rows.matches.slice(0, MAX_NOTED).map((match) => ({
    ...match,
    column: plan.columns.find(({ field }) => field === columns[match.reason])?.column ?? null,
  }))
  for (let at = 0; at < matches.length; at += BATCH)
    await run(noteDuplicates, { id: importId, progressJobId, matches: matches.slice(at, at + BATCH) })
}
