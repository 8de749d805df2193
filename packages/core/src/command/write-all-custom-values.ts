import { sql } from 'kysely'
import { isUuid } from '../data/query/uuid.ts'
import { CUSTOM, type CustomRecord, type Extension } from '../define/extensible.ts'
import type { Command } from '../define/command.ts'
import { type CustomFields, type CustomValues, customValues } from '../define/custom-values.ts'
import { RequestContext } from '../context/context.ts'
import type { UnitOfWork } from '../context/unit-of-work.ts'
import { idOf } from './command-target.ts'
import { withoutDecidingFields } from './without-deciding-fields.ts'
import {
  extensionOfCommand,
  isWithinTenant,
  readCustomRows,
  sqlOf,
  unknownFields,
  writtenId,
} from './write-custom-values.ts'

/** A row that a command has written, and its custom values; undefined for none. */
interface CustomWriteOfRow {
  readonly input: unknown
  readonly result: unknown
  readonly custom: CustomRecord | undefined
}

interface SentValues {
  readonly id: string
  readonly custom: CustomRecord
}

/** `writeCustomValues` for the rows that a command has written for several inputs: all are read, and written, in one statement. */
export async function writeAllCustomValues(
  state: UnitOfWork,
  command: Command,
  written: readonly CustomWriteOfRow[],
): Promise<void> {
  const extension = extensionOfCommand(state, command)
  const service = extension && new RequestContext(state).inject(customValues)
  if (!extension || !service) return
  const { entityId } = extension
  const hasRequired = (await service.fields({ entityId, organizationId: null }))?.hasRequired ?? false
  for (const isNew of [false, true]) {
    const sent = written.flatMap(({ input, result, custom }): readonly SentValues[] => {
      const id = writtenId(input, result)
      // Without values, only a new row can be incomplete.
      const isWritten = custom && (Object.keys(custom).length > 0 || (isNew && hasRequired))
      return isWritten && isUuid(id) && (idOf(input) === null) === isNew ? [{ id, custom }] : []
    })
    if (sent.length > 0) await writeAll(state, extension, { service, sent, isNew })
  }
}

interface RowsToWrite {
  readonly service: CustomValues
  readonly sent: readonly SentValues[]
  readonly isNew: boolean
}

async function writeAll(state: UnitOfWork, extension: Extension, { service, sent, isNew }: RowsToWrite): Promise<void> {
  const { entityId, entity } = extension
  // Locked, because what they may have depends on their organizations.
  const rows = await readCustomRows(state, extension, { ids: sent.map(({ id }) => id), isNew, isLocked: true })
  const byId = new Map(rows.map((row) => [row.id, row]))
  const known = new Map<string | null, CustomFields | undefined>()
  const changes: { readonly id: string; readonly values: CustomRecord }[] = []
  for (const { id, custom } of sent) {
    const row = byId.get(id)
    if (row && !known.has(row.organizationId))
      known.set(row.organizationId, await service.fields({ entityId, organizationId: row.organizationId }))
    const fields = row && known.get(row.organizationId)
    if (!fields && Object.keys(custom).length > 0) throw unknownFields(Object.keys(custom))
    const stored = row?.custom ?? {}
    const parsed = await fields?.parse({ values: custom, stored, isNew })
    const values = parsed && (await withoutDecidingFields(state, extension, { stored, values: parsed }))
    if (values && Object.keys(values).length > 0) changes.push({ id, values })
  }
  if (changes.length === 0) return
  const table = sql.table(state.runtime.tables.tableOf(entity))
  const column = sql.ref(`t.${CUSTOM}`)
  await sql`update ${table} t set ${sql.ref(CUSTOM)} = ${column} || n."values", updated_at = ${state.runtime.now().toISOString()}
    from (select id, "values" from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) c (id uuid, "values" jsonb) offset 0) n
    where t.id = n.id and ${isWithinTenant(state, extension)} and ${column} is distinct from ${column} || n."values"`.execute(
    sqlOf(state, isNew ? 'tenant' : 'app'),
  )
}
