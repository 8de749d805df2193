import type { ModuleFixtures, Sample, TestPlatform } from '@plinth/testing'
import { updateSeries } from '../commands/update-series.ts'
import { paperExamples } from './paperwork.ts'

const admin = 'admin'
let next = 1_000_000
const unknown = '99999999-9999-4999-8999-999999999999'

/** The id of a series in the admin's organization. */
export async function seriesId(app: TestPlatform, key = 'paperwork.invoices'): Promise<string> {
  const { body } = await app.as({ features: ['*'] }).get('/numbers/series')
  return (body.items as { id: string; key: string }[]).find((one) => one.key === key)!.id
}

const put = (body: object, expect: number): Sample => ({
  route: 'PUT /numbers/series',
  as: admin,
  request: async (app) => ({ body: { id: await seriesId(app), ...body } }),
  expect,
})

/** Test fixtures of number series. Compose `paperwork`, whose records have numbers. */
export const numbersFixtures: ModuleFixtures = {
  contract: {
    open: [],
    samples: [
      { route: 'GET /numbers/series', as: admin, expect: 200 },
      { route: 'GET /numbers/series', as: admin, request: { query: { id: 'x'.repeat(40) } }, expect: 400 },
      { route: 'POST /paperwork/papers', as: admin, request: { body: { kind: 'invoice' } }, expect: 201 },
      { route: 'POST /paperwork/papers', as: admin, request: { body: { kind: 'x' } }, expect: 400 },
      put({ pattern: 'INV-{yyyy}-{0000}' }, 200),
      put({ pattern: 'INV-{yyyy}' }, 400),
      { route: 'PUT /numbers/series', as: admin, request: { body: { id: unknown, next: 5 } }, expect: 404 },
    ],
  },
  isolation: {
    // What is undone are numbers, not the counter; see the migration.
    unrecorded: ['number_counters'],
    unreached: { 'PUT /numbers/series': 'ids are derived from the organization; see numbers.test.ts' },
  },
  undo: {
    examples: [
      ...paperExamples,
      {
        command: updateSeries,
        input: async (app: TestPlatform) => {
          const id = await seriesId(app)
          return { id, pattern: 'X{yyyy}-{00}', next: (next += 1000) }
        },
      },
    ],
  },
}
