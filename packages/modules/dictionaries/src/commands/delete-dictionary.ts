import { defineCommand, Ok } from '@plinth/core'
import { z } from 'zod'
import { assertUnused, beforeRevert } from '../before-revert.ts'
import { features } from '../contract.ts'
import { Dictionary, DictionaryEntry } from '../entities.ts'
import { DictionaryRowId } from '../fields.ts'
import { assertNotRequired, lockWritable } from '../readable-dictionaries.ts'
import { emitDictionary } from './create-dictionary.ts'

/** Deletes a dictionary of the selected organization with its entries, unless something refers to it. */
export const deleteDictionary = defineCommand({
  id: 'dictionaries.dictionaries.delete',
  label: 'Delete dictionary',
  access: features.manage,
  resource: 'dictionaries.dictionary',
  entity: Dictionary,
  input: z.object({ id: DictionaryRowId }),
  output: Ok,
  beforeRevert,
  async run(ctx) {
    const { from } = ctx
    const dictionary = await lockWritable(ctx, ctx.input.id)
    assertNotRequired(dictionary, 'deleted')
    await assertUnused(ctx, dictionary.id)
    await from.delete(DictionaryEntry, 'e').where('e.dictionaryId', '=', dictionary.id).execute()
    await from.remove(Dictionary, dictionary)
    emitDictionary(ctx, 'deleted', dictionary)
    return { ok: true as const }
  },
})
