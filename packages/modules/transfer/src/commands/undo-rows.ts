import { badInput, type CommandContext, conflict, defineCommand, notFound, sql } from '@plinth/core'
import type { KeptRow, RevertedRow, StoredRow } from '@plinth/core/data'
import { z } from 'zod'
import { features } from '../contract.ts'
import { Import, ImportChunk, ImportedRow, UndoneRow } from '../entities.ts'
import { assertAtRest, badState } from '../import-states.ts'
import { tableOf } from '../targets/target.ts'
import { assertMayRevert } from './import-chunk.ts'
import { withKinds } from './revert-chunk.ts'

/** Maximum number of rows that are undone at once. */
const MAX_ROWS = 500

/** A record that was kept, with the row that has written it. */
export interface KeptRecord extends KeptRow {
  /** Null for what belongs to a record, such as its lines. */
  readonly row: number | null
}

/**
 * Undoes some rows of an import: what they have created is deleted, and what they have changed gets its former values. What was
 * edited since is kept, as when the import is undone as a whole.
 */
export const undoRows = defineCommand({
  id: 'transfer.imports.undo_chosen_rows',
  label: 'Undo chosen rows',
  access: features.manage,
  resource: 'transfer.undone_rows',
  input: z.object({
    id: z.uuid().toLowerCase(),
    rows: z
      .array(z.number().int().min(1).max(2_147_483_647))
      .min(1)
      .max(MAX_ROWS)
      .meta({ description: 'Numbers of rows, as `GET /transfer/rows` lists them.' }),
  }),
  output: z.object({ id: z.uuid(), undone: z.number().int(), kept: z.array(z.custom<KeptRecord>()) }),
  // Not filed under the import: each of them can be undone, whatever has happened to other rows since.
  target: ({ input, result: { id, undone } }) => ({
    id,
    parent: { kind: 'transfer.import', id: input.id },
    context: { undone },
  }),
  async run(ctx) {
    const { from, input, entryId, now, db, scope } = ctx
    const importId = input.id
    const row = await from.lock(Import, importId, () => notFound('Import'))
    assertAtRest(row, now())
    const chosen = await findRows(ctx, { importId, rows: input.rows })
    const chunks = await lockChunks(ctx, new Set(chosen.map(({ chunkId }) => chunkId)))
    const undone = await findUndone(ctx, { importId, rows: input.rows })
    const kept: KeptRow[] = []
    const waiting: ImportedRowOf[] = []
    for (const { id, isUndone, sourceEntryId } of chunks) {
      const own = chosen.filter(({ chunkId, row: number }) => chunkId === id && !undone.has(number))
      if (isUndone || sourceEntryId === null || own.length === 0) continue
      const part = own.flatMap(({ changesAfter: after, lastChange: last, furtherChanges }) => [
        { after, last },
        ...(furtherChanges ?? []),
      ])
      const reverted = await ctx.undo(sourceEntryId, { ofOthers: true, keepsEdits: true, part })
      kept.push(...withKinds(ctx, reverted.kept))
      waiting.push(...own)
    }
    if (waiting.length === 0) throw badState('There is nothing to undo')
    // Of a new record that somebody has edited, deleted or refers to, everything was kept, and of any that is gone.
    const whole = new Set(kept.filter(({ fields }) => fields.includes('id')).map(({ resourceId }) => resourceId))
    const named = new Set(kept.map(({ resourceId }) => resourceId))
    const done = waiting.filter(({ isNew, recordId }) => !(isNew ? named : whole).has(recordId))
    const numbers = JSON.stringify(done.map(({ row: number }) => number))
    await sql`insert into transfer_undone_rows (id, tenant_id, import_id, row_number, entry_id)
      select gen_random_uuid(), ${scope.tenantId}, ${importId}, n::integer, ${entryId}
      from jsonb_array_elements_text(${numbers}::jsonb) n`.execute(db)
    const rowOf = new Map(waiting.map(({ recordId, row: number }) => [recordId, number]))
    return {
      id: entryId,
      undone: done.length,
      kept: kept.map((one) => ({ ...one, row: rowOf.get(one.resourceId) ?? null })),
    }
  },
  async beforeRevert(ctx, rows) {
    await assertNoneUndone(ctx, rows)
    return assertMayRevert(ctx, rows)
  },
})

type ImportedRowOf = Pick<
  StoredRow<ImportedRow>,
  'row' | 'chunkId' | 'recordId' | 'isNew' | 'changesAfter' | 'lastChange' | 'furtherChanges'
>

interface RowNumbers {
  readonly importId: string
  readonly rows: readonly number[]
}

/** What the rows have become. Throws 400 for a row that has written nothing. */
async function findRows({ from }: CommandContext, { importId, rows }: RowNumbers): Promise<readonly ImportedRowOf[]> {
  const found = await from(ImportedRow, 'r')
    .select(['r.row', 'r.chunkId', 'r.recordId', 'r.isNew', 'r.changesAfter', 'r.lastChange', 'r.furtherChanges'])
    .where('r.importId', '=', importId)
    .where('r.row', 'in', rows)
    .execute()
  const known = new Set(found.map(({ row }) => row))
  const missing = rows.find((row) => !known.has(row))
  if (missing === undefined) return found
  const message = `Row ${missing} has written nothing`
  throw badInput(message, { fieldErrors: { rows: message } })
}

/** The chunks, the last one first, because later rows may refer to earlier ones. */
async function lockChunks({ from }: CommandContext, ids: ReadonlySet<string>) {
  const chunks = await from.lockAll(ImportChunk, { id: [...ids] })
  return [...chunks].sort((one, other) => other.firstRow - one.firstRow)
}

async function findUndone({ from }: CommandContext, { importId, rows }: RowNumbers): Promise<ReadonlySet<number>> {
  const found = await from(UndoneRow, 'u')
    .select('u.row')
    .where('u.importId', '=', importId)
    .where('u.row', 'in', rows)
    .execute()
  return new Set(found.map(({ row }) => row))
}

/** Throws 409 if the import, or a chunk with one of the rows, has been undone as a whole since. */
async function assertNoneUndone({ from, now }: CommandContext, rows: readonly RevertedRow[]): Promise<void> {
  const undone = rows.filter(({ table }) => table === tableOf(UndoneRow)).map(({ before, after }) => (before ?? after)!)
  const [importId] = undone.map((row) => String(row['import_id']))
  if (importId === undefined) return
  const [row] = await from.lockAll(Import, { id: importId })
  if (!row) return
  assertAtRest(row, now())
  const chunks = await from(ImportChunk, 'c')
    .select(['c.firstRow', 'c.lastRow'])
    .where('c.importId', '=', importId)
    .where('c.isUndone', '=', true)
    .execute()
  const numbers = undone.map(({ row_number: number }) => Number(number))
  if (chunks.some(({ firstRow, lastRow }) => numbers.some((number) => number >= firstRow && number <= lastRow)))
    throw conflict('The import has been undone: redo it first')
}
