import { type Context, provide } from '@plinth/core'
import { anyOf } from '@plinth/core/data'
import { dictionaries, type FoundDictionary } from '@plinth/points'
import { Dictionary, DictionaryEntry } from './entities.ts'
import { normalize } from './fields.ts'
import { isReadable, readableOrganizations } from './readable-dictionaries.ts'
import { shippedEntries } from './shipped-dictionaries.ts'

/** Dictionaries for other modules, within what the caller may read. */
export const dictionaryLookup = provide(dictionaries, (ctx: Context) => ({
  async find(names) {
    const organizations = await readableOrganizations(ctx)
    const rows = await ctx.widenScope('organizations', 'find dictionaries', ({ from }) =>
      from(Dictionary, 'd')
        .select(['d.id', 'd.key', 'd.name'])
        .where((eb) => isReadable(eb, 'd', organizations))
        .where('d.id', '=', anyOf(names))
        .execute(),
    )
    return new Map(rows.map((row: FoundDictionary) => [row.id, row]))
  },
  async values(dictionaryId, sent) {
    // Entries of earlier versions are stored with accents as they were sent.
    const normalized = [...new Set(sent.flatMap((value) => [normalize(value), value.trim().toLowerCase()]))]
    const organizations = await readableOrganizations(ctx)
    const rows = await ctx.widenScope('organizations', 'find entries of a dictionary', ({ from }) =>
      from(Dictionary, 'd')
        .leftJoin(from.table(DictionaryEntry, 'e'), (join) =>
          join.onRef('e.dictionaryId', '=', 'd.id').on('e.normalizedValue', '=', anyOf(normalized, 'text')),
        )
        .select(['d.id', 'd.createdAt', 'd.entriesFrom', 'e.value', 'e.normalizedValue'])
        .where((eb) => isReadable(eb as never, 'd', organizations))
        .where('d.id', '=', dictionaryId)
        .execute(),
    )
    const [dictionary] = rows
    const entries = dictionary?.entriesFrom == null ? rows : shippedEntries(dictionary)
    const known = new Map(
      entries.flatMap(({ value, normalizedValue }) =>
        value === null || normalizedValue === null ? [] : [[normalize(normalizedValue), value]],
      ),
    )
    return new Map(
      sent.flatMap((value) => {
        const stored = known.get(normalize(value))
        return stored === undefined ? [] : [[value, stored] as const]
      }),
    )
  },
  async labels(dictionaryId) {
    const organizations = await readableOrganizations(ctx)
    const rows = await ctx.widenScope('organizations', 'find labels of a dictionary', ({ from }) =>
      from(Dictionary, 'd')
        .leftJoin(from.table(DictionaryEntry, 'e'), (join) => join.onRef('e.dictionaryId', '=', 'd.id'))
        .select(['d.id', 'd.createdAt', 'd.entriesFrom', 'e.value', 'e.label'])
        .where((eb) => isReadable(eb as never, 'd', organizations))
        .where('d.id', '=', dictionaryId)
        .execute(),
    )
    const [dictionary] = rows
    const entries = dictionary?.entriesFrom == null ? rows : shippedEntries(dictionary)
    return new Map(
      entries.flatMap(({ value, label }) => (value === null || label === null ? [] : [[value, label] as const])),
    )
  },
}))
