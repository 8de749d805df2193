import { defineEntity, p } from '@mikro-orm/core'
import { defineFeatures, defineMigration, defineModule, list, Scoped } from '@plinth/core'
import { checkPlans } from '@plinth/testing'
import { expect, test } from 'vitest'
import { testApp } from '../_setup/app.ts'

const features = defineFeatures('stock', { view: 'View parts' })

const Part = defineEntity({
  name: 'Part',
  tableName: 'stock_parts',
  extends: Scoped,
  properties: { code: p.string(), color: p.string() },
})

const samples = [
  { route: 'GET /parts', as: 'admin', request: {}, expect: 200 },
  { route: 'GET /parts', as: 'admin', request: { query: { color: 'blue' } }, expect: 200 },
] as const

/** A list of parts that are found by their color, and sorted by when they were added. */
function openStock(indexes: string) {
  const tables = defineMigration(
    'stock.tables',
    `select plinth.scoped_table('stock_parts', 'code text not null, color text not null, unique (tenant_id, code)');${indexes}`,
  )
  const parts = list('/parts', Part, {
    access: features.view,
    select: ['id', 'code', 'color'],
    sort: ['createdAt'],
    filter: ['color'],
    defaultSort: { field: 'createdAt' },
  })
  const stock = defineModule({
    id: 'stock',
    title: 'Stock',
    features,
    roles: { admin: ['stock.*'] },
    entities: [Part],
    migrations: [tables],
    routes: [parts],
  })
  return testApp({ modules: [stock], explain: true })
}

test('a condition without an index is found, with the statement', async () => {
  await using app = await openStock('')
  const checked = checkPlans(app, { samples, rowsPerTable: 10_000 })
  await expect(checked).rejects.toThrow(
    /GET \/parts reads 40\d rows of stock_parts where .*blue.* to return 1\n.*select/s,
  )
})

test('with an index for each condition and order, nothing is found', async () => {
  await using app = await openStock(`
    create index on stock_parts (tenant_id, color, id);
    create index on stock_parts (tenant_id, created_at, id);`)
  const report = await checkPlans(app, { samples, rowsPerTable: 10_000 })
  expect(report).toMatchObject({ requests: 2, failed: [] })
})

test('a platform that explains nothing is refused', async () => {
  await using app = await testApp({ modules: [] })
  await expect(checkPlans(app, { samples: [] })).rejects.toThrow('explain: true')
})
