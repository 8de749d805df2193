import { type CommandContext, conflict, defineCommand, sql } from '@plinth/core'
import { assertAccess } from '@plinth/core/acl'
import type { RevertedRow } from '@plinth/core/data'
import { z } from 'zod'
import { features } from '../contract.ts'
import { findChoices } from '../rows/choices.ts'
import { Import, ImportChunk } from '../entities.ts'
import { addCounts, type Counts, NOTHING } from '../settings.ts'
import { STATUS } from '../import-states.ts'
import type { Draft } from '../rows/draft.ts'
import type { Plan } from '../rows/plan.ts'
import type { RefusedRow } from '../rows/row-problem.ts'
import type { WrittenRow } from '../rows/row-call.ts'
import { writeRows } from '../rows/write-rows.ts'
import { lockRecords } from '../rows/find-records.ts'
import { finderOf } from '../rows/known-records.ts'
import { importableKinds, resourceTargets, tableOf } from '../targets/target.ts'

/** Maximum number of refused rows of an import that are listed; further ones are counted. */
const MAX_REFUSALS = 20_000

/** The rows of a chunk, and what is to be done with them. Previews compare inputs as JSON, which this has none of. */
export class PlannedRows {
  readonly plan: Plan
  readonly drafts: readonly Draft[]
  /** Rows that have been refused before. */
  readonly refused: readonly RefusedRow[]
  /** Whether each row is written by itself, to learn which one is refused. */
  readonly isEach: boolean

  constructor(plan: Plan, { drafts, refused, isEach }: Omit<PlannedRows, 'plan' | 'toJSON'>) {
    this.plan = plan
    this.drafts = drafts
    this.refused = refused
    this.isEach = isEach
  }

  toJSON(): null {
    return null
  }
}

/**
 * Imports the next rows of a file in one transaction, together with the note that they have been imported: after a crash, the next
 * worker continues with the row after them. A rehearsal runs the same command, and rolls it back.
 */
export const importChunk = defineCommand({
  id: 'transfer.imports.import_rows',
  label: 'Import rows',
  access: features.manage,
  resource: 'transfer.import',
  input: z.object({
    importId: z.uuid(),
    /** The progress job of the worker; another one may have taken over. */
    progressJobId: z.uuid(),
    isRehearsal: z.boolean(),
    firstRow: z.number().int(),
    lastRow: z.number().int(),
    rows: z.custom<PlannedRows>(),
  }),
  output: z.object({
    counts: z.custom<Counts>(),
    refused: z.array(z.custom<RefusedRow>()),
    /** Rows that have created a record. */
    created: z.array(z.number().int()),
  }),
  target: ({ input: { importId, firstRow, lastRow }, result: { counts } }) => ({
    id: importId,
    context: { firstRow, lastRow, ...counts },
  }),
  async run(ctx) {
    const { input, from, entryId } = ctx
    const { importId, progressJobId, isRehearsal, firstRow, lastRow, rows } = input
    const row = isRehearsal ? null : await from.lock(Import, importId)
    if (row && (row.progressJobId !== progressJobId || row.status !== STATUS.run || row.lastRow >= firstRow))
      throw conflict('Another worker has continued this import')
    const { key, target } = rows.plan
    if (key) {
      const names = rows.drafts.flatMap((draft) => draft.key ?? [])
      await lockRecords(ctx, target, { names, finder: finderOf(key) })
    }
    const choices = await findChoices(ctx, { importId, isRehearsal, firstRow, lastRow })
    const written = await writeRows(ctx, rows.plan, { ...rows, choices })
    const refused = [...rows.refused, ...written.refused].sort((one, other) => one.row - other.row)
    const counts = addCounts(written.counts, { ...NOTHING, refused: rows.refused.length })
    const created = written.written.filter(({ isNew }) => isNew).map((one) => one.row)
    if (!row) return { counts, refused, created }
    const before = row.counts ?? NOTHING
    await noteRefusals(ctx, { importId, isRehearsal, refused, known: before.refused })
    const chunk = { importId, firstRow, lastRow, logId: entryId, sourceEntryId: entryId, counts, kept: [] }
    const { id: chunkId } = await from.create(ImportChunk, chunk)
    await noteWritten(ctx, { importId, chunkId, written: written.written })
    await from.change(Import, row, { lastRow, counts: addCounts(before, counts) })
    return { counts, refused, created }
  },
  beforeRevert: assertMayRevert,
})

/** Undo needs what the commands need that have written the rows, and passes their checks. */
export async function assertMayRevert(ctx: CommandContext, rows: readonly RevertedRow[]) {
  const tables = new Set(rows.map(({ table }) => table))
  const commands = [...resourceTargets(ctx), ...importableKinds(ctx)]
    .filter(({ entity }) => tables.has(tableOf(entity)))
    .flatMap(({ create, update }) => [create, update])
  const after: ((() => Promise<void>) | void)[] = []
  for (const { access, beforeRevert } of commands) {
    assertAccess(ctx.actor, access, ctx.now())
    after.push(await beforeRevert?.(ctx, rows))
  }
  return async () => {
    for (const check of after) await check?.()
  }
}

interface NotedRows {
  readonly importId: string
  readonly chunkId: string
  readonly written: readonly WrittenRow[]
}

/** Notes what rows have become, so that they can be undone by themselves. */
async function noteWritten({ db, scope, now }: CommandContext, { importId, chunkId, written }: NotedRows) {
  if (written.length === 0) return
  const at = now().toISOString()
  const further = written.map(({ changes: [, ...others] }) => (others.length > 0 ? JSON.stringify(others) : null))
  // Ids that follow each other are next to each other in the index.
  await sql`insert into transfer_rows (id, tenant_id, import_id, chunk_id, row_number, record_id, is_new, changes_after, last_change,
      further_changes, created_at, updated_at)
    select (left(${chunkId}, 24) || lpad(to_hex(r.n), 12, '0'))::uuid, ${scope.tenantId}, ${importId}, ${chunkId}, r.n, r.record,
      r.is_new, r.after, r.last, r.further, ${at}, ${at}
    from unnest(${written.map(({ row }) => row)}::integer[], ${written.map(({ recordId }) => recordId)}::uuid[],
      ${written.map(({ isNew }) => isNew)}::boolean[], ${written.map(({ changes: [first] }) => first!.after)}::bigint[],
      ${written.map(({ changes: [first] }) => first!.last)}::bigint[], ${further}::jsonb[])
      r (n, record, is_new, after, last, further)`.execute(db)
}

interface NotedRefusals {
  readonly importId: string
  readonly isRehearsal: boolean
  readonly refused: readonly RefusedRow[]
  /** How many have been listed before. */
  readonly known: number
}

/** Lists refused rows, up to the limit. */
export async function noteRefusals(
  { db, scope, now }: CommandContext,
  { importId, isRehearsal, refused, known }: NotedRefusals,
): Promise<void> {
  const listed = refused.slice(0, Math.max(0, MAX_REFUSALS - known))
  if (listed.length === 0) return
  const rows = JSON.stringify(listed.map(({ row, problems }) => ({ row, problems })))
  const at = now().toISOString()
  await sql`insert into transfer_refusals
      (id, tenant_id, import_id, is_rehearsal, row_number, problems, created_at, updated_at)
    select gen_random_uuid(), ${scope.tenantId}, ${importId}, ${isRehearsal}, r.row, r.problems, ${at}, ${at}
    from jsonb_to_recordset(${rows}::jsonb) r (row integer, problems jsonb) on conflict do nothing`.execute(db)
}
