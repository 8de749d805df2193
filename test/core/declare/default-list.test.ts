import { p } from '@mikro-orm/core'
import { defineFeatures, defineMigration, defineModule, defineScopedEntity, input, resource } from '@plinth/core'
import { consolePages } from '@plinth/points'
import type { TestPlatform } from '@plinth/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../_setup/app.ts'

const features = defineFeatures('store', { view: 'View goods', manage: 'Manage goods' })
const access = { read: features.view, write: features.manage }

const Maker = defineScopedEntity('store.maker', { name: p.string() })
const Good = defineScopedEntity(
  'store.good',
  {
    name: p.string(),
    notes: p.text().nullable(),
    price: p.decimal().precision(12).scale(2),
    isSold: p.boolean().default(false),
    madeOn: p.date().nullable(),
    related: () => p.manyToOne(Maker).nullable(),
    pin: p.string().nullable(),
    token: p.string().hidden().nullable(),
    blob: p.text().lazy().nullable(),
    cost: p.integer().default(7),
  },
  { uniques: [{ properties: ['tenantId', 'organizationId', 'name'] }] },
)
/** Some of its properties have the names of parameters that every list has. */
const Leaf = defineScopedEntity('store.leaf', {
  name: p.string(),
  page: p.integer(),
  format: p.enum(['a4', 'a5']),
  after: p.date().nullable(),
  code: p.string().nullable(),
  key: p.string().nullable(),
})
const tables = defineMigration(
  'store.tables',
  `select plinth.scoped_table('store_maker', 'name text not null');
   select plinth.scoped_table('store_leaf', 'name text not null, page integer not null, format text not null, after date, code text, key text');
   select plinth.scoped_table('store_good', $$name text not null, notes text, price numeric(12, 2) not null,
     is_sold boolean not null default false, made_on date, related_id uuid, pin text, token text, blob text, cost integer not null default 7,
     unique (tenant_id, organization_id, name), foreign key (tenant_id, related_id) references store_maker (tenant_id, id)$$)`,
)
const fields = input(Good, ['name', 'notes', 'price', 'isSold', 'madeOn', 'related', 'pin', 'token', 'blob']).extend({
  pin: z.string().max(10).meta({ writeOnly: true }).nullish(),
})
const goods = resource('/store/goods', Good, { access, input: fields })
const all = resource('/store/all-goods', Good, { id: 'store.all', access, input: fields, list: { select: 'all' } })
const few = resource('/store/few', Good, {
  id: 'store.few',
  access,
  input: fields,
  list: { select: ['id', 'name', 'price'], sort: ['name'] },
})
const masked = resource('/store/masked', Good, {
  id: 'store.masked',
  access,
  input: fields,
  list: { resolve: async () => ({ name: '***' }) },
})
const secret = z.string().meta({ writeOnly: true })
const leafFields = input(Leaf, ['name', 'page', 'format', 'after', 'code', 'key']).extend({
  code: z.preprocess((value) => (value === '' ? null : value), secret.nullable()),
  key: z.union([secret, z.null()]),
})
const leaves = resource('/store/leaves', Leaf, { access, input: leafFields })
const module = defineModule({
  id: 'store',
  title: 'Store',
  features,
  roles: { admin: ['store.*'] },
  entities: [Maker],
  migrations: [tables],
  resources: [goods, all, few, masked, leaves],
  contributes: [consolePages.of({ resource: goods, icon: 'box' }, { resource: all, title: 'Everything' })],
})

let app: TestPlatform
beforeAll(async () => {
  app = await testApp({ modules: [module] })
  const secret = { pin: 'canary', token: 'canary', blob: 'canary' }
  for (const [index, name] of ['Drill', 'Axe'].entries())
    await app.as('admin').post('/store/goods', { name, price: String(index), notes: 'sharp', ...secret })
})
afterAll(() => app[Symbol.asyncDispose]())

const read = (path: string) => app.as('admin').get(path)
const membersOf = async (path: string) => Object.keys((await read(path)).body.items[0]).toSorted()
const namesIn = async (path: string) => (await read(path)).body.items.map(({ name }: { name: string }) => name)

test('a list shows what callers set, and neither what is hidden nor what only code writes', async () => {
  const shown = ['createdAt', 'id', 'isSold', 'madeOn', 'name', 'notes', 'price', 'related', 'updatedAt']
  expect(await membersOf('/store/goods')).toEqual(shown)
  expect((await read('/store/goods')).text).not.toContain('canary')
  for (const query of ['sortField=cost', 'sortField=token', 'sortField=pin', 'sortField=notes'])
    expect((await read(`/store/goods?${query}`)).status, query).toBe(400)
  // Parameters that a list does not have are ignored, so they cannot tell what hidden columns contain.
  for (const query of ['cost=1', 'token=x', 'pin=x', 'pin_in=x', 'blob=x'])
    expect((await read(`/store/goods?${query}`)).body.total, query).toBe(2)
  expect(await namesIn('/store/goods?search=canary')).toEqual([])
})

test('a list sorts, filters and searches by what it shows, in the order of the first text', async () => {
  expect(await namesIn('/store/goods')).toEqual(['Axe', 'Drill'])
  expect(await namesIn('/store/goods?sortField=price')).toEqual(['Drill', 'Axe'])
  expect(await namesIn('/store/goods?price_gte=1')).toEqual(['Axe'])
  expect(await namesIn('/store/goods?isSold=true')).toEqual([])
  expect(await namesIn('/store/goods?search=dri')).toEqual(['Drill'])
  expect(await namesIn('/store/goods?search=sharp')).toEqual([])
})

test("`select: 'all'` shows every property but those that are hidden", async () => {
  const shown = ['cost', 'createdAt', 'id', 'isSold', 'madeOn', 'name', 'notes', 'price', 'related', 'updatedAt']
  expect(await membersOf('/store/all-goods')).toEqual(shown)
  expect((await read('/store/all-goods?cost=8')).body.total).toBe(0)
})

test('a list with `select` has what it names, and one with `resolve` shows what it may replace', async () => {
  expect(await membersOf('/store/few')).toEqual(['id', 'name', 'price'])
  expect((await read('/store/few?sortField=price')).status).toBe(400)
  expect((await read('/store/few?search=nothing')).body.total).toBe(2)
  expect((await read('/store/masked?sortField=name')).status).toBe(400)
  expect((await read('/store/masked?search=drill')).body.total).toBe(2)
})

test('a page of a resource has its path, its name and its access', () => {
  const [page, named] = consolePages.from([module]).map(({ value }) => value)
  const resourcePage = { path: 'store/goods', resource: '/store/goods', title: 'Goods', access: features.view }
  expect(page).toEqual({ ...resourcePage, icon: 'box' })
  expect(named).toMatchObject({ title: 'Everything', resource: '/store/all-goods' })
})

test('a scoped entity is named by its module and itself', () => {
  expect(defineScopedEntity('rental.price_list', { name: p.string() }).meta).toMatchObject({
    className: 'PriceList',
    tableName: 'rental_price_list',
  })
  for (const id of ['customer', 'Rental.Customer', 'rental.', 'a.b.c'])
    expect(() => defineScopedEntity(id, {}), id).toThrow(/must be named by its module and itself/)
})

test('properties with the names of parameters that every list has do not take their place', async () => {
  const leaf = { page: 7, format: 'a4', after: '2026-01-01', code: 'canary', key: 'canary' }
  for (const name of ['One', 'Two']) await app.as('admin').post('/store/leaves', { ...leaf, name })
  const { body } = await read('/store/leaves?page=2&pageSize=1')
  expect([body.items[0].name, body.page, body.total]).toEqual(['Two', 2, 2])
  expect(await namesIn(`/store/leaves?after=${body.items[0].id}`)).toEqual([])
  expect((await read('/store/leaves?format=csv')).headers.get('content-type')).toContain('text/csv')
})

test('what is only written is not shown, however its schema is made', async () => {
  await app.as('admin').post('/store/leaves', { name: 'Z', page: 1, format: 'a5', code: 'canary', key: 'canary' })
  const { body, text } = await read('/store/leaves')
  expect(body.total).toBeGreaterThan(0)
  expect(text).not.toContain('canary')
})
