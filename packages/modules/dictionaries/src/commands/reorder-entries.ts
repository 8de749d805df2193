import { defineCommand, notFound, Ok, sql } from '@plinth/core'
import { anyOf, inTenant } from '@plinth/core/data'
import { z } from 'zod'
import { features } from '../contract.ts'
import { Dictionary, DictionaryEntry } from '../entities.ts'
import { DictionaryRowId, Position } from '../fields.ts'
import { MAX_ENTRIES } from '../limits.ts'
import { assertMayWrite, lockWritable } from '../readable-dictionaries.ts'
import { assureStored } from './store-entries.ts'

/** Puts entries in order, and sorts the dictionary by it from then on. */
export const reorderEntries = defineCommand({
  id: 'dictionaries.entries.reorder',
  label: 'Reorder dictionary entries',
  access: features.manage,
  // An entry's history must not contain what happened to the whole dictionary.
  resource: 'dictionaries.dictionary',
  input: z.object({
    dictionaryId: DictionaryRowId,
    entries: z
      .array(z.object({ id: DictionaryRowId, position: Position }))
      .min(1)
      .max(MAX_ENTRIES)
      .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'An entry is listed twice'),
  }),
  output: Ok,
  target: ({ input: { dictionaryId } }) => ({ id: dictionaryId }),
  async run(ctx) {
    const { from, db, scope, now } = ctx
    const { dictionaryId, entries } = ctx.input
    assertMayWrite(ctx, DictionaryEntry, 'position')
    const dictionary = await assureStored(ctx, await lockWritable(ctx, dictionaryId))
    const ids = entries.map(({ id }) => id)
    const found = await from(DictionaryEntry, 'e')
      .select('e.id')
      .where('e.dictionaryId', '=', dictionaryId)
      .where('e.id', '=', anyOf(ids))
      .execute()
    if (found.length < ids.length) throw notFound('Dictionary entry')
    await from.change(Dictionary, dictionary, { entrySortMode: 'position_asc' })
    // Sets a different value for each row in one statement; `from.update` would set the same value for all rows.
    await sql`
      update dictionary_entries e set "position" = n."position", updated_at = ${now().toISOString()}
      from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) n (id uuid, "position" integer)
      where e.id = n.id and e.dictionary_id = ${dictionaryId} and ${inTenant(scope, 'e')}
        and e."position" is distinct from n."position"`.execute(db)
    return { ok: true as const }
  },
})
