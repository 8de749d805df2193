import { type CommandContext, defineCommand, partial } from '@plinth/core'
import { features } from '../contract.ts'
import { DictionaryEntry } from '../entities.ts'
import { changesSomething, DictionaryRowId, EntryFields, normalize, NOTHING_TO_UPDATE } from '../fields.ts'
import { assertRoomForEntries } from '../limits.ts'
import { lockWritable } from '../readable-dictionaries.ts'
import { EntryView, toEntryView } from '../views.ts'
import { emitEntry, valueTaken } from './create-entry.ts'
import { assureStored } from './store-entries.ts'

/** Changes the given properties of an entry. A new value does not change the label. */
export const updateEntry = defineCommand({
  id: 'dictionaries.entries.update',
  label: 'Update dictionary entry',
  access: features.manage,
  resource: 'dictionaries.entry',
  entity: DictionaryEntry,
  input: partial(EntryFields)
    .extend({ dictionaryId: DictionaryRowId, id: DictionaryRowId })
    .refine(changesSomething, NOTHING_TO_UPDATE),
  output: EntryView,
  constraints: valueTaken,
  target: ({ input: { id, dictionaryId } }) => ({ id, parent: { kind: 'dictionaries.dictionary', id: dictionaryId } }),
  async run(ctx) {
    const { id, dictionaryId, ...changes } = ctx.input
    const { entry, dictionary } = await lockEntry(ctx, { id, dictionaryId })
    await assertRoomForEntries(ctx, dictionaryId, 0)
    const normalized = changes.value === undefined ? {} : { normalizedValue: normalize(changes.value) }
    const written = await ctx.from.change(DictionaryEntry, entry, { ...changes, ...normalized })
    emitEntry(ctx, 'updated', written)
    return toEntryView(written, dictionary)
  },
})

/** An entry, and its dictionary, that the caller may change; 404 otherwise. */
export async function lockEntry(
  ctx: CommandContext,
  { id, dictionaryId }: { readonly id: string; readonly dictionaryId: string },
) {
  const dictionary = await assureStored(ctx, await lockWritable(ctx, dictionaryId))
  const entry = await ctx.from.lock(DictionaryEntry, { id, dictionaryId })
  return { entry, dictionary }
}
