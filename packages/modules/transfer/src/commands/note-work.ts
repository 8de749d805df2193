import { conflict, defineCommand, Ok, sql } from '@plinth/core'
import { z } from 'zod'
import { events, features } from '../contract.ts'
import { Import } from '../entities.ts'
import { addCounts, type Counts, NOTHING } from '../settings.ts'
import type { Match } from '../duplicates/find-matches.ts'
import type { RefusedRow } from '../rows/row-problem.ts'
import { STATUS } from '../import-states.ts'
import { noteRefusals } from './import-chunk.ts'

/** A match, with the column of the file that is alike. */
export interface FoundDuplicate extends Match {
  readonly column: string | null
}

const Worker = z.object({ id: z.uuid(), progressJobId: z.uuid() })

/** Whoever has taken a worker for lost may have changed the settings that it works with. */
const taken = () => conflict('The import has been changed meanwhile')

/** Forgets what an interrupted rehearsal has found. */
export const beginRehearsal = defineCommand({
  id: 'transfer.imports.begin_rehearsal',
  access: features.manage,
  logged: false,
  input: Worker,
  output: Ok,
  async run({ db, from, input: { id, progressJobId }, scope }) {
    const row = await from.lock(Import, { id, progressJobId })
    await sql`delete from transfer_refusals
      where tenant_id = ${scope.tenantId} and import_id = ${id} and is_rehearsal`.execute(db)
    await sql`delete from transfer_duplicates where tenant_id = ${scope.tenantId} and import_id = ${id}
      and (choice is null or found_by <> ${row.actorId})`.execute(db)
    await from.change(Import, row, { rehearsal: NOTHING })
    return { ok: true as const }
  },
})

/** Notes what a rehearsal has found in some rows. */
export const noteRehearsal = defineCommand({
  id: 'transfer.imports.note_rehearsal',
  access: features.manage,
  logged: false,
  input: Worker.extend({ counts: z.custom<Counts>(), refused: z.array(z.custom<RefusedRow>()) }),
  output: Ok,
  async run(ctx) {
    const { id, progressJobId, counts, refused } = ctx.input
    const row = await ctx.from.lock(Import, { id, progressJobId, status: STATUS.rehearse }, taken)
    const before = row.rehearsal ?? NOTHING
    await noteRefusals(ctx, { importId: id, isRehearsal: true, refused, known: before.refused })
    await ctx.from.change(Import, row, { rehearsal: addCounts(before, counts) })
    return { ok: true as const }
  },
})

/** Notes rows that look like a record or like an earlier row. What was chosen for a row before is kept. */
export const noteDuplicates = defineCommand({
  id: 'transfer.imports.note_duplicates',
  access: features.manage,
  logged: false,
  input: Worker.extend({ matches: z.array(z.custom<FoundDuplicate>()) }),
  output: Ok,
  async run({ db, from, scope, now, input: { id, progressJobId, matches } }) {
    const row = await from.lock(Import, { id, progressJobId, status: STATUS.rehearse }, taken)
    const at = now().toISOString()
    await sql`insert into transfer_duplicates
        (id, tenant_id, import_id, row_number, record_id, other_row, reason, column_name, found_by, created_at, updated_at)
      select gen_random_uuid(), ${scope.tenantId}, ${id}, m.row, m."recordId", m."otherRow", m.reason, m."column",
        ${row.actorId}, ${at}, ${at}
      from jsonb_to_recordset(${JSON.stringify(matches)}::jsonb)
        m (row integer, "recordId" uuid, "otherRow" integer, reason text, "column" text)
      on conflict do nothing`.execute(db)
    // Sets `updatedAt`: the worker is at it.
    await from.update(Import, 'i').set({ progressJobId }).where('i.id', '=', id).execute()
    return { ok: true as const }
  },
})

/** Notes that a worker has ended its work, and how. */
export const endWork = defineCommand({
  id: 'transfer.imports.end',
  access: features.manage,
  logged: false,
  input: Worker.extend({
    status: z.enum(['draft', 'completed', 'cancelled', 'failed', 'undone']),
    errorMessage: z.string().max(2_000).nullable(),
  }),
  output: Ok,
  async run({ from, emit, scope, input: { id, progressJobId, status, errorMessage } }) {
    const [row] = await from.lockAll(Import, { id, progressJobId })
    if (!row || !Object.values(STATUS).includes(row.status)) return { ok: true as const }
    await from.change(Import, row, { status, errorMessage })
    const { entity, organizationId } = row
    const payload = { id, entity, organizationId, tenantId: scope.tenantId }
    if (status === 'completed') emit(events['import.completed'], payload)
    if (status === 'undone') emit(events['import.undone'], payload)
    return { ok: true as const }
  },
})
