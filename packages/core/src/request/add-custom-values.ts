import { sql } from 'kysely'
import { type CustomRow, isWithinTenant, organizationOf, sqlOf, withPrefix } from '../command/write-custom-values.ts'
import { isPlain } from '../plain-object.ts'
import { RequestContext } from '../context/context.ts'
import type { UnitOfWork } from '../context/unit-of-work.ts'
import { CUSTOM_PREFIX, type CustomRecord, type Extension } from '../define/extensible.ts'
import { isUuid } from '../data/query/uuid.ts'
import { type CustomFields, customValues } from '../define/custom-values.ts'

type Item = Readonly<Record<string, unknown>>

/**
 * Adds the values of custom fields to the items of a list, as `cf_<key>`, for the fields that the rows have now. The list has
 * already decided which rows the caller sees; their values are read in one statement. With `isComplete`, fields that were never
 * set are null, so that all rows of an export have the same columns.
 */
export async function addCustomValues(
  state: UnitOfWork,
  extension: Extension,
  { answer, isComplete }: { readonly answer: unknown; readonly isComplete: boolean },
): Promise<unknown> {
  if (!isPlain(answer) || !('items' in answer) || !Array.isArray(answer.items)) return answer
  const service = new RequestContext(state).inject(customValues)
  const { entityId, entity } = extension
  // Nothing is read for entities without fields.
  if (!service || !(await service.hasFields(entityId))) return answer
  const items = answer.items as readonly Item[]
  const ids = items.map(({ id }) => id).filter(isUuid)
  if (ids.length === 0) return answer
  const { rows } = await sql<CustomRow & { id: string }>`
    select t.id, ${organizationOf(extension)} as "organizationId", t.custom
    from ${sql.table(state.runtime.tables.tableOf(entity))} t
    where t.id = any (${ids}::uuid[]) and ${isWithinTenant(state, extension)}`.execute(sqlOf(state, 'tenant'))
  const places = new Map<string | null, CustomFields | undefined>()
  for (const { organizationId } of rows)
    if (!places.has(organizationId)) places.set(organizationId, await service.fields({ entityId, organizationId }))
  const found = new Map(rows.map((row) => [row.id, row]))
  const show = extension.answers === 'all' ? toAll : isComplete ? toComplete : toFlat
  return {
    ...answer,
    items: items.map((item) => {
      const row = found.get(item['id'] as string)
      const fields = row && places.get(row.organizationId)
      return fields ? { ...item, ...show(fields, row.custom) } : item
    }),
  }
}

const toFlat = (fields: CustomFields, custom: CustomRecord): Item => withPrefix(fields.show(custom))

const toComplete = (fields: CustomFields, custom: CustomRecord): Item => ({
  ...Object.fromEntries(fields.described.map(({ key }) => [CUSTOM_PREFIX + key, null])),
  ...toFlat(fields, custom),
})

/** The published form of the catalog's lists: every field is present, and null if it was never set. */
function toAll(fields: CustomFields, custom: CustomRecord): Item {
  const values = fields.show(custom)
  const entries = fields.described.map(({ key, label, kind, multi }) => ({
    key,
    label,
    value: values[key] ?? null,
    kind,
    multi,
  }))
  const all = Object.fromEntries(entries.map(({ key, value }) => [key, value]))
  return {
    ...Object.fromEntries(entries.map(({ key, value }) => [CUSTOM_PREFIX + key, value])),
    customValues: entries.length > 0 ? all : null,
    customFields: entries,
  }
}
