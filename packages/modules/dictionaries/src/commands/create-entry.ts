import { type CommandContext, conflict, defineCommand } from '@plinth/core'
import type { Row } from '@plinth/core/data'
import { beforeRevert } from '../before-revert.ts'
import { events, features } from '../contract.ts'
import { DictionaryEntry } from '../entities.ts'
import { DictionaryRowId, EntryFields, normalize } from '../fields.ts'
import { assertRoomForEntries } from '../limits.ts'
import { lockToExtend } from '../readable-dictionaries.ts'
import { EntryView, toEntryView } from '../views.ts'
import { assureStored } from './store-entries.ts'

/** The published error for a value that the dictionary already has. */
export const valueTaken = {
  dictionary_entries_value_unique: () => conflict('An entry with this value already exists.'),
}

/** Adds an entry to a dictionary of the selected organization. */
export const createEntry = defineCommand({
  id: 'dictionaries.entries.create',
  label: 'Create dictionary entry',
  access: features.manage,
  resource: 'dictionaries.entry',
  input: EntryFields.extend({ dictionaryId: DictionaryRowId }),
  output: EntryView,
  constraints: valueTaken,
  beforeRevert,
  target: ({ input: { dictionaryId }, result: { id } }) => ({
    id,
    parent: { kind: 'dictionaries.dictionary', id: dictionaryId },
  }),
  async run(ctx) {
    const { dictionaryId, value, label = value, color = null, icon = null, position = null } = ctx.input
    const dictionary = await assureStored(ctx, await lockToExtend(ctx, dictionaryId))
    await assertRoomForEntries(ctx, dictionaryId)
    const { organizationId } = dictionary
    const fields = {
      dictionaryId,
      organizationId,
      value,
      normalizedValue: normalize(value),
      label,
      color,
      icon,
      position,
    }
    const entry = await ctx.from.create(DictionaryEntry, fields)
    emitEntry(ctx, 'created', entry)
    return toEntryView(entry, dictionary)
  },
})

/** Emits what happened to an entry. */
export function emitEntry(
  { emit, scope: { tenantId } }: Pick<CommandContext, 'emit' | 'scope'>,
  what: 'created' | 'updated' | 'deleted',
  { id, dictionaryId, organizationId }: Pick<Row<DictionaryEntry>, 'id' | 'dictionaryId' | 'organizationId'>,
): void {
  emit(events[`entry.${what}`], { id, dictionaryId, organizationId, tenantId })
}
