import { isUuid } from '../data/query/uuid.ts'
import type { RequestState } from '../context/unit-of-work.ts'
import type { Command } from '../define/command.ts'
import { CUSTOM_PREFIX, type CustomRecord } from '../define/extensible.ts'
import type { RuleData } from '../define/rule-point.ts'
import { extensionOfCommand, fieldsOfRow, readCustomRow, withPrefix } from './write-custom-values.ts'

/**
 * What rules know of the custom values of a command's row, as properties with a prefix. Nothing is read until a rule needs it.
 */
interface RuledCustomValues {
  load(id: string): Promise<RuleData | undefined>
  /** The values that rules have set, by key; undefined if there are none. */
  changes(judged: { readonly before: RuleData; readonly after: RuleData }): Promise<CustomRecord | undefined>
}

/** Undefined if customers cannot define fields for the command's row. */
export function ruledCustomValues(
  state: RequestState,
  command: Command,
  { id, isNew }: { readonly id: string | undefined; readonly isNew: boolean },
): RuledCustomValues | undefined {
  const extension = extensionOfCommand(state, command)
  if (!extension) return undefined
  const fieldsFor = (organizationId: string | null) => fieldsOfRow(state, extension, organizationId)
  const rowOf = async (rowId: string) =>
    isUuid(rowId) && (await fieldsFor(null)) ? readCustomRow(state, extension, { id: rowId, isNew }) : undefined
  return {
    async load(rowId) {
      const row = await rowOf(rowId)
      const fields = row && (await fieldsFor(row.organizationId))
      return fields && withPrefix(fields.show(row.custom))
    },
    async changes({ before, after }) {
      const row = isNew || id === undefined ? undefined : await rowOf(id)
      const fields = await fieldsFor(row?.organizationId ?? null)
      const changed = (fields?.described ?? []).filter(({ key }) => {
        const name = CUSTOM_PREFIX + key
        return JSON.stringify(after[name] ?? null) !== JSON.stringify(before[name] ?? null)
      })
      if (changed.length === 0) return undefined
      return Object.fromEntries(changed.map(({ key }) => [key, after[CUSTOM_PREFIX + key] ?? null]))
    },
  }
}
