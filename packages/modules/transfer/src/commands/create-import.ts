import { defineCommand, Id, notFound, Ok, sql } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { Import } from '../entities.ts'
import { type ColumnSample, MAX_COLUMNS, Settings } from '../settings.ts'
import { assertAtRest, badState } from '../import-states.ts'

const because = 'an import by itself changes nothing: what it has written is undone by undoing the import'

/** Creates an import of a file that has been read. */
export const createImport = defineCommand({
  id: 'transfer.imports.create',
  label: 'Create import',
  access: features.manage,
  resource: 'transfer.import',
  undoable: { because },
  input: z.object({
    name: z.string().max(255),
    attachmentId: z.uuid(),
    entity: z.string().max(100),
    settings: Settings,
    columns: z.array(z.custom<ColumnSample>()).max(MAX_COLUMNS),
  }),
  output: Id,
  async run({ from, input, actor, scope }) {
    const { id } = await from.create(Import, {
      ...input,
      actorId: actor.id,
      selectedOrganizationId: scope.organizationId,
    })
    return { id }
  },
})

/** Changes how a file is imported, as long as none of its rows have been. */
export const updateImport = defineCommand({
  id: 'transfer.imports.update',
  label: 'Update import',
  access: features.manage,
  resource: 'transfer.import',
  entity: Import,
  undoable: { because },
  input: z.object({ id: z.uuid().toLowerCase(), settings: Settings }),
  output: Ok,
  async run({ db, from, input: { id, settings }, now, scope }) {
    const row = await from.lock(Import, id, () => notFound('Import'))
    assertAtRest(row, now())
    if (row.lastRow > 0) throw alreadyBegun()
    // What was chosen for rows that looked like others may be about other columns.
    await sql`delete from transfer_duplicates where tenant_id = ${scope.tenantId} and import_id = ${id}`.execute(db)
    await from.change(Import, row, { settings, rehearsal: null, status: 'draft', errorMessage: null })
    return { ok: true as const }
  },
})

/** Deletes an import, but nothing that it has written. It can then no longer be undone as a whole. */
export const deleteImport = defineCommand({
  id: 'transfer.imports.delete',
  label: 'Delete import',
  access: features.manage,
  resource: 'transfer.import',
  undoable: { because: 'what is known of an import is not recorded' },
  input: z.object({ id: z.uuid().toLowerCase() }),
  output: Ok,
  async run({ from, input: { id }, now }) {
    const row = await from.lock(Import, id, () => notFound('Import'))
    assertAtRest(row, now())
    await from.remove(Import, row)
    return { ok: true as const }
  },
})

const alreadyBegun = () => badState('The import has begun: undo it, and import the file again')
