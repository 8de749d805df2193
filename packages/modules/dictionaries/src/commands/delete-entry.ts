import { defineCommand, Ok } from '@plinth/core'
import { z } from 'zod'
import { beforeRevert } from '../before-revert.ts'
import { features } from '../contract.ts'
import { DictionaryEntry } from '../entities.ts'
import { DictionaryRowId } from '../fields.ts'
import { emitEntry } from './create-entry.ts'
import { lockEntry } from './update-entry.ts'

/** Deletes an entry. Records that hold its value keep it as text. */
export const deleteEntry = defineCommand({
  id: 'dictionaries.entries.delete',
  label: 'Delete dictionary entry',
  access: features.manage,
  resource: 'dictionaries.entry',
  entity: DictionaryEntry,
  input: z.object({ dictionaryId: DictionaryRowId, id: DictionaryRowId }),
  output: Ok,
  beforeRevert,
  target: ({ input: { id, dictionaryId } }) => ({ id, parent: { kind: 'dictionaries.dictionary', id: dictionaryId } }),
  async run(ctx) {
    const { entry } = await lockEntry(ctx, ctx.input)
    await ctx.from.remove(DictionaryEntry, entry)
    emitEntry(ctx, 'deleted', entry)
    return { ok: true as const }
  },
})
