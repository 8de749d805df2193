import { sql } from 'kysely'
import { hasProperty } from '../data/query/properties.ts'
import { CUSTOM, CUSTOM_PREFIX, type CustomRecord, type Extension } from '../define/extensible.ts'
import { isUuid } from '../data/query/uuid.ts'
import type { Command } from '../define/command.ts'
import { type CustomFields, customValues } from '../define/custom-values.ts'
import { badInput, PlatformError } from '../errors.ts'
import { noteWideScope } from '../context/beyond-scope.ts'
import { ALL_TENANTS } from '../data/query/scope.ts'
import { RequestContext } from '../context/context.ts'
import type { UnitOfWork } from '../context/unit-of-work.ts'
import { idOf } from './command-target.ts'
import { withoutDecidingFields } from './without-deciding-fields.ts'

/** The entity whose rows the command writes, if customers can define fields for it. */
export const extensionOfCommand = ({ runtime }: UnitOfWork, { resource }: Command): Extension | undefined =>
  resource === undefined ? undefined : runtime.extensions.get(resource)

/**
 * The row whose values are stored: the one that the result or the input names as `id`. Commands that name it in another way, such as
 * one about the caller's own account, take no values: who may run them need not be allowed to edit the row.
 */
export const writtenId = (input: unknown, result: unknown): string | null => idOf(result) ?? idOf(input)

interface WrittenValues {
  readonly input: unknown
  readonly result: unknown
  readonly custom: CustomRecord
  /** The row as it was before the command. */
  readonly ahead: RowAhead | undefined
}

interface RowAhead {
  readonly id: string
  readonly row: CustomRow
}

/** The row that a command is going to update; undefined for a new one. */
export async function readAhead(state: UnitOfWork, command: Command, input: unknown): Promise<RowAhead | undefined> {
  const extension = extensionOfCommand(state, command)
  const id = idOf(input)
  if (!extension || !isUuid(id)) return undefined
  const row = await readCustomRow(state, extension, { id, isNew: false })
  return row && { id, row }
}

/**
 * Stores custom values in the row that a command has written, in its transaction: one statement merges the sent keys, so that
 * concurrent commands that write other keys lose nothing. Throws 400 with `fields` if a value is not valid. Without a module that
 * defines fields, nothing is stored.
 */
export async function writeCustomValues(
  state: UnitOfWork,
  command: Command,
  { input, result, custom, ahead }: WrittenValues,
): Promise<void> {
  const extension = extensionOfCommand(state, command)
  const service = extension && new RequestContext(state).inject(customValues)
  if (!extension || !service) return
  const id = writtenId(input, result)
  if (!isUuid(id)) return
  const isNew = idOf(input) === null
  const isSent = Object.keys(custom).length > 0
  const { entityId } = extension
  // Without values, only a new row can be incomplete.
  if (!isSent && !(isNew && (await service.fields({ entityId, organizationId: null }))?.hasRequired)) return
  const known = ahead?.id === id ? ahead.row : undefined
  if (known && (await store(known).catch((error: unknown) => unlessMoved(known, error)))) return
  await store(await readCustomRow(state, extension, { id, isNew }))

  /**
   * False if nothing was written: the row has these values already, or it now belongs to another organization, which may have other
   * fields.
   */
  async function store(row: CustomRow | undefined): Promise<boolean> {
    const fields = row && (await service!.fields({ entityId, organizationId: row.organizationId }))
    if (!fields && isSent) throw unknownFields(Object.keys(custom))
    const parsed = await fields?.parse({ values: custom, stored: row?.custom ?? {}, isNew })
    if (!row || !parsed) return true
    const values = await withoutDecidingFields(state, extension!, { stored: row.custom, values: parsed })
    if (Object.keys(values).length === 0) return true
    const table = sql.table(state.runtime.tables.tableOf(extension!.entity))
    const merged = sql`${sql.ref(`t.${CUSTOM}`)} || ${JSON.stringify(values)}::jsonb`
    // The database merges them with whatever the row holds by then.
    const { rows } =
      await sql`update ${table} t set ${sql.ref(CUSTOM)} = ${merged}, updated_at = ${state.runtime.now().toISOString()}
      where t.id = ${id} and ${isWithinTenant(state, extension!)}
        and ${organizationOf(extension!)} is not distinct from ${row.organizationId}::uuid
        and ${sql.ref(`t.${CUSTOM}`)} is distinct from ${merged}
      returning t.id`.execute(sqlOf(state, isNew ? 'tenant' : 'app'))
    return rows.length > 0
  }

  /** False if values were refused by the fields of an organization that the command has moved the row out of. */
  async function unlessMoved({ organizationId }: CustomRow, error: unknown): Promise<boolean> {
    if (!(error instanceof PlatformError)) throw error
    const row = await readCustomRow(state, extension!, { id: id as string, isNew })
    if (row?.organizationId === organizationId) throw error
    return false
  }
}

/** The row that holds the custom values of a record. */
export interface CustomRow {
  readonly organizationId: string | null
  readonly custom: CustomRecord
}

/** Reads the custom values of a row. A new row may belong to an organization that the caller's scope does not contain yet. */
export async function readCustomRow(
  state: UnitOfWork,
  extension: Extension,
  { id, isNew }: { readonly id: string; readonly isNew: boolean },
): Promise<CustomRow | undefined> {
  const [row] = await readCustomRows(state, extension, { ids: [id], isNew })
  return row
}

/** Reads the custom values of rows, in one statement. */
export async function readCustomRows(
  state: UnitOfWork,
  extension: Extension,
  { ids, isNew, isLocked }: { readonly ids: readonly string[]; readonly isNew: boolean; readonly isLocked?: boolean },
): Promise<readonly (CustomRow & { readonly id: string })[]> {
  const { rows } = await sql<CustomRow & { readonly id: string }>`
    select t.id, ${organizationOf(extension)} as "organizationId", t.custom
    from ${sql.table(state.runtime.tables.tableOf(extension.entity))} t
    where t.id = any (${ids}::uuid[]) and ${isWithinTenant(state, extension)}
    ${isLocked ? sql`order by t.id for no key update of t` : sql``}`.execute(sqlOf(state, isNew ? 'tenant' : 'app'))
  return rows
}

/**
 * Rows `t` whose values the caller may reach: the rows of its tenant and, for super admins, rows that belong to all tenants and
 * the tenants themselves, which only super admins write.
 */
export function isWithinTenant({ caller: { actor, scope } }: UnitOfWork, { rows }: Extension) {
  if (!actor.isSuperAdmin) return sql`t.tenant_id = ${scope.tenantId}`
  return rows === 'tenants' ? sql`true` : sql`t.tenant_id = any (${[scope.tenantId, ALL_TENANTS]}::uuid[])`
}

/** Runs statements on such rows. `authority` applies to everybody except super admins. */
export function sqlOf(state: UnitOfWork, authority: 'app' | 'tenant') {
  if (!state.caller.actor.isSuperAdmin) return state.sql(authority)
  noteWideScope(state, 'allTenants', 'reach custom values of all tenants')
  return state.sql('system')
}

/** The organization whose fields a row of table `t` has; for a row that is an organization, that is the row itself. */
export function organizationOf({ entity, rows }: Extension) {
  if (rows === 'organizations') return sql`t.id`
  return hasProperty(entity, 'organizationId') ? sql`t.organization_id` : sql`null::uuid`
}

/** 400 for keys that no field has. */
export function unknownFields(keys: readonly string[]) {
  const fields = Object.fromEntries(keys.map((key) => [`${CUSTOM_PREFIX}${key}`, 'Unknown custom field']))
  return badInput('Validation failed', { fields })
}

/** Values by key, with the prefix in front of each key. */
export const withPrefix = (values: CustomRecord): CustomRecord =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [CUSTOM_PREFIX + key, value]))

/** The fields of a row that rules can read and set. */
export async function fieldsOfRow(
  state: UnitOfWork,
  { entityId }: Extension,
  organizationId: string | null,
): Promise<CustomFields | undefined> {
  return new RequestContext(state).inject(customValues)?.fields({ entityId, organizationId })
}
