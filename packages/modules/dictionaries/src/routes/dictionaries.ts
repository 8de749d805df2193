import { badInput, type Context, del, get, patch, post } from '@plinth/core'
import { contains, inLanguage, type Row } from '@plinth/core/data'
import { z } from 'zod'
import { createDictionary } from '../commands/create-dictionary.ts'
import { deleteDictionary } from '../commands/delete-dictionary.ts'
import { updateDictionary } from '../commands/update-dictionary.ts'
import { features } from '../contract.ts'
import { Dictionary } from '../entities.ts'
import { DictionaryRowId } from '../fields.ts'
import { PagedQuery, pagedMembers, rangeOf, toPaged } from '../entry-pages.ts'
import { findReadable, isReadable, readableOrganizations } from '../readable-dictionaries.ts'
import { DictionaryView } from '../views.ts'

const params = z.object({ id: DictionaryRowId })

/** The published answer to an invalid body. */
export const invalid = (error: z.ZodError) => badInput('Invalid input', { details: error.issues })

export const listDictionaries = get(
  '/dictionaries',
  {
    operation: 'listDictionaries',
    access: features.view,
    reads: 'dictionaries.dictionary',
    summary: 'List the dictionaries of the selected organizations, and those that they inherit.',
    query: PagedQuery.extend({ includeInactive: z.enum(['true', 'false']).optional() }),
    response: z.object({ items: z.array(DictionaryView), ...pagedMembers }),
    errors: [400],
  },
  async (ctx) => {
    const { query, widenScope } = ctx
    const organizations = await readableOrganizations(ctx)
    const { q, includeInactive } = query
    const { language } = await ctx.locale()
    return widenScope('organizations', 'read inherited dictionaries', async ({ from }) => {
      const all = from(Dictionary, 'd')
        .where((eb) => isReadable(eb, 'd', organizations))
        .$if(includeInactive !== 'true', (some) => some.where('d.isActive', '=', true))
        .$if(Boolean(q), (some) =>
          some.where((eb) => eb.or([eb('d.name', 'ilike', contains(q!)), eb('d.key', 'ilike', contains(q!))])),
        )
      const { limit, offset } = rangeOf(query)
      const rows = await all
        .selectAll('d')
        .orderBy(inLanguage('d.name', language))
        .orderBy('d.id')
        .limit(limit)
        .offset(offset)
        .execute()
      const count = () => all.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
      const items = rows.map((row) => toDictionaryView(ctx, row as Row<Dictionary>))
      return toPaged(items, query, async () => (await count()).count)
    })
  },
)

export const getDictionary = get(
  '/dictionaries/{id}',
  {
    operation: 'getDictionary',
    access: features.view,
    reads: 'dictionaries.dictionary',
    summary: 'Get a dictionary.',
    params,
    response: DictionaryView,
    errors: [400, 404],
  },
  async (ctx) => toDictionaryView(ctx, await findReadable(ctx, ctx.params.id)),
)

const toDictionaryView = ({ scope }: Pick<Context, 'scope'>, row: Row<Dictionary>) => ({
  ...row,
  isInherited: scope.organizationId !== null && row.organizationId !== scope.organizationId,
})

export const postDictionary = post('/dictionaries', createDictionary, {
  status: 201,
  summary: 'Create a dictionary in the selected organization.',
  errors: [400, 409],
  onInvalid: invalid,
})

export const patchDictionary = patch('/dictionaries/{id}', updateDictionary, {
  params,
  summary: 'Update a dictionary.',
  errors: [400, 404, 409],
  onInvalid: invalid,
})

export const deleteDictionaryById = del('/dictionaries/{id}', deleteDictionary, {
  params,
  summary: 'Delete a dictionary with its entries. Not possible while it is in use.',
  errors: [400, 404, 409],
  onInvalid: invalid,
})
