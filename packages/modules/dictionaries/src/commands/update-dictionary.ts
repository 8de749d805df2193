import { defineCommand, partial } from '@plinth/core'
import { features } from '../contract.ts'
import { Dictionary } from '../entities.ts'
import { changesSomething, DictionaryFields, DictionaryRowId, NOTHING_TO_UPDATE } from '../fields.ts'
import { assertNotRequired, lockWritable } from '../readable-dictionaries.ts'
import { WrittenDictionary } from '../views.ts'
import { emitDictionary, keyTaken } from './create-dictionary.ts'

/** Changes the given properties of a dictionary of the selected organization. Deactivated ones are hidden, not deleted. */
export const updateDictionary = defineCommand({
  id: 'dictionaries.dictionaries.update',
  label: 'Update dictionary',
  access: features.manage,
  resource: 'dictionaries.dictionary',
  entity: Dictionary,
  input: partial(DictionaryFields).extend({ id: DictionaryRowId }).refine(changesSomething, NOTHING_TO_UPDATE),
  output: WrittenDictionary,
  constraints: keyTaken,
  async run(ctx) {
    const { id, description, ...changes } = ctx.input
    const dictionary = await lockWritable(ctx, id)
    const isRenamed = changes.key !== undefined && changes.key !== dictionary.key
    if (isRenamed || (changes.isActive === false && dictionary.isActive)) assertNotRequired(dictionary, 'modified')
    const described = description === undefined ? {} : { description: description || null }
    const written = await ctx.from.change(Dictionary, dictionary, { ...changes, ...described })
    emitDictionary(ctx, 'updated', written)
    return written
  },
})
