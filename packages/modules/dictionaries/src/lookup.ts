import { type Context, provide } from '@plinth/core'
import { anyOf, type Row } from '@plinth/core/data'
import { dictionaries, type FoundDictionary } from '@plinth/points'
import { Dictionary, DictionaryEntry } from './entities.ts'
import { normalize } from './fields.ts'
import { isReadable, readableOrganizations } from './reach.ts'

/** Dictionaries for other modules, within what the caller may read. */
export const dictionaryLookup = provide(dictionaries, (ctx: Context) => ({
  async find(names) {
    const organizations = await readableOrganizations(ctx)
    const rows = await ctx.asTenant('find dictionaries', ({ from }) =>
      from(Dictionary, 'd')
        .select(['d.id', 'd.key', 'd.name'])
        .where((eb) => isReadable(eb, 'd', organizations))
        .where('d.id', '=', anyOf(names))
        .execute(),
    )
    return new Map(rows.map((row: FoundDictionary) => [row.id, row]))
  },
  async values(dictionaryId, sent) {
    const normalized = [...new Set(sent.map(normalize))]
    const organizations = await readableOrganizations(ctx)
    const rows = await ctx.asTenant('find entries of a dictionary', ({ from }) =>
      from(DictionaryEntry, 'e')
        .innerJoin(from.table(Dictionary, 'd'), 'd.id', 'e.dictionaryId')
        .select(['e.value', 'e.normalizedValue'])
        .where((eb) => isReadable(eb as never, 'd', organizations))
        .where('e.dictionaryId', '=', dictionaryId)
        .where('e.normalizedValue', '=', anyOf(normalized, 'text'))
        .execute(),
    )
    const known = new Map(
      rows.map((row: Pick<Row<DictionaryEntry>, 'value' | 'normalizedValue'>) => [row.normalizedValue, row.value]),
    )
    return new Map(
      sent.flatMap((value) => {
        const stored = known.get(normalize(value))
        return stored === undefined ? [] : [[value, stored] as const]
      }),
    )
  },
}))
