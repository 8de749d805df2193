import { del, get, patch, post, sql } from '@plinth/core'
import { contains, inLanguage, type Row } from '@plinth/core/data'
import { z } from 'zod'
import { createEntry } from '../commands/create-entry.ts'
import { deleteEntry } from '../commands/delete-entry.ts'
import { reorderEntries } from '../commands/reorder-entries.ts'
import { setDefaultEntry } from '../commands/set-default-entry.ts'
import { storeEntriesFirst } from '../commands/store-entries.ts'
import { updateEntry } from '../commands/update-entry.ts'
import { features } from '../contract.ts'
import { DictionaryEntry, type SortMode } from '../entities.ts'
import { DictionaryRowId } from '../fields.ts'
import { PagedQuery, pagedMembers, rangeOf, toPaged } from '../entry-pages.ts'
import { findReadable } from '../readable-dictionaries.ts'
import { shippedEntries, sortEntries } from '../shipped-dictionaries.ts'
import { entryColumns, EntryView } from '../views.ts'
import { invalid } from './dictionaries.ts'

const params = z.object({ dictionaryId: DictionaryRowId })
const entryParams = params.extend({ id: DictionaryRowId })
const path = '/dictionaries/{dictionaryId}/entries'

/** What a sort mode sorts by. */
const SORTS = {
  label_asc: ['label', 'asc'],
  label_desc: ['label', 'desc'],
  value_asc: ['value', 'asc'],
  value_desc: ['value', 'desc'],
  created_at_asc: ['createdAt', 'asc'],
  created_at_desc: ['createdAt', 'desc'],
  position_asc: ['position', 'asc'],
} as const satisfies Record<SortMode, readonly [string, 'asc' | 'desc']>

export const listEntries = get(
  path,
  {
    operation: 'listEntries',
    access: features.view,
    reads: 'dictionaries.entry',
    summary: 'List the entries of a dictionary in order.',
    params,
    query: PagedQuery,
    response: z.object({ items: z.array(EntryView), ...pagedMembers }),
    errors: [400, 404],
  },
  async (ctx) => {
    const { query, widenScope } = ctx
    const dictionary = await findReadable(ctx, ctx.params.dictionaryId)
    const { q } = query
    const { limit, offset } = rangeOf(query)
    const mode = dictionary.entrySortMode as SortMode
    const { language } = await ctx.locale()
    if (dictionary.entriesFrom !== null) {
      const found = sortEntries(shippedEntries(dictionary), mode, language).filter(matches(q))
      const items = found.slice(offset, offset + limit).map((entry) => ({ ...entry, isDefault: false }))
      return toPaged(items, query, async () => found.length)
    }
    const [column, dir] = SORTS[mode] ?? SORTS.label_asc
    const isText = column === 'label' || column === 'value'
    const sorted = isText ? inLanguage(`e.${column}`, language) : sql.ref(`e.${column}`)
    return widenScope('organizations', 'read inherited dictionaries', async ({ from }) => {
      const all = from(DictionaryEntry, 'e')
        .where('e.dictionaryId', '=', dictionary.id)
        .$if(Boolean(q), (some) =>
          some.where((eb) => eb.or([eb('e.label', 'ilike', contains(q!)), eb('e.value', 'ilike', contains(q!))])),
        )
      const rows = await all
        .select(entryColumns.map((name) => `e.${name}` as const))
        .orderBy(sorted, (order) => (dir === 'asc' ? order.asc() : order.desc()).nullsLast())
        .orderBy(inLanguage('e.label', language))
        .orderBy('e.id')
        .limit(limit)
        .offset(offset)
        .execute()
      const items = rows.map((row) => ({ ...row, isDefault: row.id === dictionary.defaultEntryId }))
      const count = async () =>
        (await all.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
      return toPaged(items, query, count)
    })
  },
)

/** Searches entries that are not stored as `ilike` searches stored ones. */
const matches =
  (q = '') =>
  ({ label, value }: Pick<Row<DictionaryEntry>, 'label' | 'value'>) =>
    [label, value].some((text) => text.toLowerCase().includes(q.toLowerCase()))

export const postEntry = post(path, createEntry, {
  params,
  status: 201,
  summary: 'Add an entry to a dictionary.',
  errors: [400, 404, 409],
  before: storeEntriesFirst,
  onInvalid: invalid,
})

export const patchEntry = patch(`${path}/{id}`, updateEntry, {
  params: entryParams,
  summary: 'Update an entry.',
  errors: [400, 404, 409],
  before: storeEntriesFirst,
  onInvalid: invalid,
})

export const deleteEntryById = del(`${path}/{id}`, deleteEntry, {
  params: entryParams,
  summary: 'Delete an entry. Records keep its value as text.',
  errors: [400, 404],
  before: storeEntriesFirst,
  onInvalid: invalid,
})

export const postReorder = post(`${path}/reorder`, reorderEntries, {
  params,
  operation: 'reorderEntries',
  summary: 'Reorder the entries of a dictionary, which is then sorted by that order.',
  errors: [400, 404],
  before: storeEntriesFirst,
  onInvalid: invalid,
})

export const postDefault = post(`${path}/set-default`, setDefaultEntry, {
  params,
  summary: 'Set or clear the default entry of a dictionary.',
  errors: [400, 404],
  before: storeEntriesFirst,
  onInvalid: invalid,
})
