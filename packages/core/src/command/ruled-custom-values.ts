import { isUuid } from '../data/query/uuid.ts'
import type { UnitOfWork } from '../context/unit-of-work.ts'
import type { Command } from '../define/command.ts'
import { CUSTOM_PREFIX, type CustomRecord, type Extension } from '../define/extensible.ts'
import type { RuleData } from '../define/rule-point.ts'
import { extensionOfCommand, fieldsOfRow, readCustomRow, readCustomRows, withPrefix } from './write-custom-values.ts'

/** The custom values of rows as rules read them, by id: properties with a prefix. Rows without fields are left out. */
export async function customDataOf(
  state: UnitOfWork,
  extension: Extension,
  { ids, isNew }: { readonly ids: readonly string[]; readonly isNew: boolean },
): Promise<ReadonlyMap<string, RuleData>> {
  const known = ids.filter(isUuid)
  if (known.length === 0 || !(await fieldsOfRow(state, extension, null))) return new Map()
  const rows = await readCustomRows(state, extension, { ids: known, isNew })
  const found: [string, RuleData][] = []
  for (const { id, organizationId, custom } of rows) {
    const fields = await fieldsOfRow(state, extension, organizationId)
    // A field without a value has none, which is not the same as a field that does not exist.
    const none = Object.fromEntries((fields?.described ?? []).map(({ key }) => [key, null]))
    if (fields) found.push([id, withPrefix({ ...none, ...fields.show(custom) })])
  }
  return new Map(found)
}

/** The custom values of a command's row that rules may set. */
interface RuledCustomValues {
  /** The names of the fields, as rules use them. */
  names(): Promise<readonly string[]>
  /** The values that rules have set, by key; undefined if there are none. */
  changes(judged: { readonly before: RuleData; readonly after: RuleData }): Promise<CustomRecord | undefined>
}

/** Undefined if customers cannot define fields for the command's row. */
export function ruledCustomValues(
  state: UnitOfWork,
  command: Command,
  { id, isNew }: { readonly id: string | undefined; readonly isNew: boolean },
): RuledCustomValues | undefined {
  const extension = extensionOfCommand(state, command)
  if (!extension) return undefined
  const rowOf = async (rowId: string) =>
    isUuid(rowId) && (await fieldsOfRow(state, extension, null))
      ? readCustomRow(state, extension, { id: rowId, isNew })
      : undefined
  const defined = async () => {
    const row = isNew || id === undefined ? undefined : await rowOf(id)
    return (await fieldsOfRow(state, extension, row?.organizationId ?? null))?.described ?? []
  }
  return {
    names: async () => (await defined()).map(({ key }) => CUSTOM_PREFIX + key),
    async changes({ before, after }) {
      const changed = (await defined()).filter(({ key }) => {
        const name = CUSTOM_PREFIX + key
        return JSON.stringify(after[name] ?? null) !== JSON.stringify(before[name] ?? null)
      })
      if (changed.length === 0) return undefined
      return Object.fromEntries(changed.map(({ key }) => [key, after[CUSTOM_PREFIX + key] ?? null]))
    },
  }
}
