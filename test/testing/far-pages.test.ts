import { defineModule, get, page, paged, PageQuery, signedIn, sql } from '@plinth/core'
import { limits, readPage } from '@plinth/core/data'
import { checkContract } from '@plinth/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../_setup/app.ts'

const Row = z.object({ n: z.number() })
const spec = { query: PageQuery, response: page(Row) }
const from = sql`generate_series(1, 3) as s (n)`

const numbers = defineModule({
  id: 'numbers',
  title: 'Numbers',
  routes: [
    get('/counted', { access: signedIn, ...spec }, async ({ db, query }) => {
      const found = db.selectFrom(sql<z.input<typeof Row>>`generate_series(1, 3)`.as<'s'>(sql`s (n)`)).select('n')
      return paged(await readPage(found.orderBy('n'), query), query)
    }),
    get('/sums', { access: signedIn, query: PageQuery, response: z.unknown() }, ({ db, query }) => {
      const found = db.selectFrom(sql<z.input<typeof Row>>`generate_series(1, 3)`.as<'s'>(sql`s (n)`))
      return readPage(found.select(['n', sql<number>`n * 100`.as('total')]).orderBy('n'), query)
    }),
    get('/forgetful', { access: signedIn, ...spec }, async ({ db, query }) => {
      const { limit, offset } = limits(query)
      const { rows } = await sql<{ n: number; total: number }>`
        select n, count(*) over ()::integer as total from ${from} order by n limit ${limit} offset ${offset}`.execute(
        db,
      )
      return paged([rows, rows[0]?.total ?? 0], query)
    }),
  ],
})

test('a page past the end tells how many there are', async () => {
  await using app = await testApp({ modules: [numbers] })
  const { body } = await app.as({}).get('/counted?page=7&pageSize=2')
  expect(body).toEqual({ items: [], total: 3, page: 7, pageSize: 2, totalPages: 2 })
})

test('a page has the columns of its query and no others, whatever they are called', async () => {
  await using app = await testApp({ modules: [numbers] })
  const { body } = await app.as({}).get('/sums?pageSize=2')
  expect(body).toEqual([
    [
      { n: 1, total: 100 },
      { n: 2, total: 200 },
    ],
    3,
  ])
})

test('the contract check finds lists that forget it', async () => {
  await using app = await testApp({ modules: [numbers] })
  const samples = ['/counted', '/forgetful'].map((path) => ({ route: `GET ${path}`, as: {}, expect: 200 }))
  await expect(checkContract(app, { samples, open: [], requests: 10 })).rejects.toThrow(
    /^(?!.*counted)[^]*GET \/forgetful answers 0 items of 0 past the end of 3/,
  )
})
