import { defineCommand, notFound, Ok } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { DictionaryEntry } from '../entities.ts'
import { DictionaryRowId } from '../fields.ts'
import { findWritable } from '../reach.ts'

/** Makes one entry the default of its dictionary; null removes the default. */
export const setDefaultEntry = defineCommand({
  id: 'dictionaries.entries.set_default',
  label: 'Set default dictionary entry',
  access: features.manage,
  // As for `reorderEntries`.
  resource: 'dictionaries.dictionary',
  input: z.object({ dictionaryId: DictionaryRowId, entryId: DictionaryRowId.nullable() }),
  output: Ok,
  target: ({ input: { dictionaryId } }) => ({ id: dictionaryId }),
  async run(ctx) {
    const { em } = ctx
    const { dictionaryId, entryId } = ctx.input
    const dictionary = await findWritable(ctx, dictionaryId)
    const failHandler = () => notFound('Dictionary entry')
    if (entryId !== null) await em.findOneOrFail(DictionaryEntry, { id: entryId, dictionaryId }, { failHandler })
    em.assign(dictionary, { defaultEntryId: entryId })
    return { ok: true as const }
  },
})
