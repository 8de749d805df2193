import { type CommandContext, defineCommand, notFound, partial } from '@plinth/core'
import { features } from '../contract.ts'
import { type Dictionary, DictionaryEntry } from '../entities.ts'
import { changesSomething, DictionaryRowId, EntryFields, normalize, NOTHING_TO_UPDATE } from '../fields.ts'
import { findWritable } from '../reach.ts'
import { EntryView, toEntryView } from '../views.ts'
import { emitEntry, valueTaken } from './create-entry.ts'

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
    const { entry, dictionary } = await findEntry(ctx, { id, dictionaryId })
    const normalized = changes.value === undefined ? {} : { normalizedValue: normalize(changes.value) }
    ctx.em.assign(entry, { ...changes, ...normalized }, { ignoreUndefined: true })
    await ctx.em.flush()
    emitEntry(ctx, 'updated', entry)
    return toEntryView(entry, dictionary)
  },
})

/** An entry, and its dictionary, that the caller may change; 404 otherwise. */
export async function findEntry(
  ctx: Pick<CommandContext, 'scope' | 'actor' | 'em'>,
  { id, dictionaryId }: { readonly id: string; readonly dictionaryId: string },
): Promise<{ readonly entry: DictionaryEntry; readonly dictionary: Dictionary }> {
  const dictionary = await findWritable(ctx, dictionaryId)
  const failHandler = () => notFound('Dictionary entry')
  const entry = await ctx.em.findOneOrFail(DictionaryEntry, { id, dictionaryId }, { failHandler })
  return { entry, dictionary }
}
