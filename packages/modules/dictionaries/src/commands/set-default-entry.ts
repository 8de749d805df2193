import { defineCommand, Ok } from '@plinth/core'
import { z } from 'zod'
import { features } from '../contract.ts'
import { Dictionary, DictionaryEntry } from '../entities.ts'
import { DictionaryRowId } from '../fields.ts'
import { assertMayWrite, lockWritable } from '../readable-dictionaries.ts'
import { assureStored } from './store-entries.ts'

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
    const { from } = ctx
    const { dictionaryId, entryId } = ctx.input
    assertMayWrite(ctx, Dictionary, 'defaultEntryId')
    const dictionary = await assureStored(ctx, await lockWritable(ctx, dictionaryId))
    if (entryId !== null) await from.lock(DictionaryEntry, { id: entryId, dictionaryId })
    await from.change(Dictionary, dictionary, { defaultEntryId: entryId })
    return { ok: true as const }
  },
})
