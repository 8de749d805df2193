import { get, page, paged, PageQuery, put } from '@plinth/core'
import { z } from 'zod'
import { updateSeries } from '../commands/update-series.ts'
import { features } from '../contract.ts'
import { listSeries } from '../series-rows.ts'

const Series = z.object({
  id: z.uuid(),
  title: z.string(),
  key: z.string(),
  pattern: z.string(),
  next: z.int(),
  example: z.string(),
  per: z.enum(['organization', 'tenant']),
  period: z.enum(['year', 'month', 'never']),
  gapless: z.boolean(),
  updatedAt: z.string().nullable(),
})

/** GET /numbers/series */
export const getSeries = get(
  '/numbers/series',
  {
    operation: 'listSeries',
    access: features.view,
    summary: 'List the number series of the selected organization and of the tenant, with the numbers that come next.',
    query: PageQuery.extend({ id: z.string().max(36).optional() }),
    response: page(Series),
  },
  async (ctx) => {
    const { query } = ctx
    const all = (await listSeries(ctx)).filter(({ id }) => query.id === undefined || id === query.id)
    const start = (query.page - 1) * query.pageSize
    return paged([all.slice(start, start + query.pageSize), all.length], query)
  },
)

/** PUT /numbers/series */
export const putSeries = put('/numbers/series', updateSeries, {
  operation: 'updateSeries',
  summary: 'Change the pattern of a number series, or the number that it goes on with.',
  errors: [404],
})
