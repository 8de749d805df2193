import { defineEntity, p } from '@mikro-orm/core'
import { createPlatform, defineModule, list, type Module, open, Scoped, view } from '@plinth/core'
import { tenantA, testSecret } from '@plinth/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openLab } from '../_lab/lab.ts'

const compose = (url: string, ...modules: Partial<Module>[]) =>
  createPlatform({
    modules: modules.map((module, index) => defineModule({ id: `m${index}`, title: 'M', ...module })),
    database: { url, privilegedLogin: true },
    secret: 'x'.repeat(32),
  })
const nowhere = 'postgres://nobody@localhost:1/none'
const items = { name: 'Thing', tableName: 'items', extends: Scoped } as const
const Known = defineEntity({ ...items, properties: { name: p.string() } })

test('two modules with one table', async () => {
  const Other = defineEntity({ ...items, name: 'Other', properties: {} })
  await expect(compose(nowhere, { entities: [Known] }, { entities: [Other] })).rejects.toThrow(
    "The modules 'm0' and 'm1' both declare the table 'items'",
  )
})

test.each([
  [
    'an entity without a table',
    defineEntity({ ...items, tableName: 'lost', properties: {} }),
    "Entity 'Thing' has no table 'lost'",
  ],
  [
    'a property without a column',
    defineEntity({ ...items, properties: { dueAt: p.datetime() } }),
    "Property 'dueAt' of entity 'Thing' has no column 'due_at' in table 'items'",
  ],
])('%s', async (_what, entity, says) => {
  await using lab = await openLab()
  await using platform = await compose(lab.databaseUrl, { id: 'lab', entities: [entity] })
  await expect(platform.start({ workers: false })).rejects.toThrow(says)
})

test('lists of what no property holds', () => {
  const unknown = 'colour' as 'name'
  const counted = view(Known, ['id']).extend({ count: z.number() })
  expect(() => list('/t', Known, { access: open, select: [unknown] })).toThrow(
    "names 'colour', which is not a property",
  )
  expect(() => list('/t', Known, { access: open, select: counted })).toThrow("names 'count', which is not a property")
  expect(() => list('/t', Known, { access: open, select: ['id'], sort: [unknown] })).toThrow("names 'colour'")
  expect(() => list('/t', Known, { access: open, select: ['id'], filter: [unknown] })).toThrow("names 'colour'")
  expect(() => list('/t', Known, { access: open, select: ['id'], search: [unknown] })).toThrow("names 'colour'")
  expect(() => list('/t', Known, { access: open, select: ['id'], search: ['createdAt'] })).toThrow(
    "searches in 'createdAt', which is not text",
  )
  expect(() => list('/t', Known, { access: open, select: ['id'], search: 'createdAt' })).toThrow('is not text')
  expect(() => list('/t', Known, { access: open, select: ['id'], defaultSort: { field: 'name' } })).toThrow(
    "sorts by 'name', which is not in its `sort`",
  )
})

test('a list that sorts a large table by what no index holds is told at the start', async () => {
  const things = list('/things', Known, { access: open, select: ['id'], sort: ['name', 'createdAt', 'id'] })
  await using lab = await openLab()
  const warned: unknown[] = []
  const start = async (secureCookies = false) => {
    const module = defineModule({ id: 'lab', title: 'Lab', entities: [Known], routes: [things] })
    await using platform = await createPlatform({
      modules: [module],
      database: lab.database,
      secret: testSecret,
      secureCookies,
      log: { debug() {}, info() {}, warn: (facts) => warned.push(facts), error() {} },
    })
    await platform.start({ workers: false })
  }
  await start()
  expect(warned).toEqual([])
  await lab.sql(
    `insert into items (id, tenant_id, organization_id, name, created_at, updated_at)
     select gen_random_uuid(), $1, $2, n::text, now(), now() from generate_series(1, 20000) n`,
    [tenantA.id, tenantA.organization],
  )
  await lab.sql('analyze items')
  await start()
  expect(warned.splice(0)).toEqual([{ list: '/things', entity: 'Thing', properties: ['name', 'createdAt'] }])
  await lab.sql('create index on items (tenant_id, name collate "und-x-icu", id)')
  await start()
  expect(warned).toEqual([{ list: '/things', entity: 'Thing', properties: ['createdAt'] }])
  await start(true)
  expect(warned).toHaveLength(1)
})
