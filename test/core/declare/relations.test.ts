import { defineEntity, p } from '@mikro-orm/core'
import {
  defineFeatures,
  defineMigration,
  defineModule,
  input,
  list,
  resource,
  Scoped,
  TenantScoped,
} from '@plinth/core'
import { checkUndo, tenantA, tenantB, type TestPlatform } from '@plinth/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { testApp } from '../../_setup/app.ts'

const features = defineFeatures('shop', { view: 'View orders', manage: 'Manage orders' })
const Region = defineEntity({
  name: 'Region',
  tableName: 'regions',
  extends: TenantScoped,
  properties: { name: p.string() },
})
const Customer = defineEntity({
  name: 'Customer',
  tableName: 'customers',
  extends: Scoped,
  properties: { name: p.string(), since: p.datetime().nullable(), credit: p.decimal('number').nullable() },
})
const Order = defineEntity({
  name: 'Order',
  tableName: 'orders',
  extends: Scoped,
  properties: {
    title: p.string(),
    customer: () => p.manyToOne(Customer),
    region: () => p.manyToOne(Region).nullable(),
    replaces: () => p.manyToOne(Order).nullable(),
    amount: p.integer().default(0),
    dueAt: p.datetime().nullable(),
  },
})
const orders = resource('/orders', Order, {
  access: { read: features.view, write: features.manage },
  input: input(Order, ['title', 'customer', 'region', 'replaces', 'amount', 'dueAt']),
  list: {
    select: ['id', 'title', 'replaces', 'amount'],
    sort: ['title'],
    filter: ['title', 'customer', 'region', 'amount', 'dueAt'],
    expand: { customer: ['id', 'name', 'since', 'credit'], region: ['name'] },
  },
})
const shop = defineModule({
  id: 'shop',
  title: 'Shop',
  features,
  entities: [Region, Customer, Order],
  roles: { admin: ['shop.*'], employee: [features.view] },
  migrations: [
    defineMigration(
      'shop.tables',
      `select plinth.tenant_table('regions', 'name text not null');
       select plinth.scoped_table('customers', 'name text not null, since timestamptz, credit numeric(8, 2)');
       select plinth.scoped_table('orders', $$title text not null, customer_id uuid not null, region_id uuid, replaces_id uuid,
         amount integer not null default 0, due_at timestamptz, foreign key (tenant_id, customer_id) references customers (tenant_id, id),
         foreign key (tenant_id, region_id) references regions (tenant_id, id),
         foreign key (tenant_id, replaces_id) references orders (tenant_id, id)$$);`,
    ),
  ],
  commands: orders.commands,
  routes: orders.routes,
})

const [south, stranger] = [crypto.randomUUID(), crypto.randomUUID()]
const ids = { north: crypto.randomUUID(), south: crypto.randomUUID(), foreign: crypto.randomUUID() }
const region = crypto.randomUUID()
let app: TestPlatform
beforeAll(async () => {
  app = await testApp({ modules: [shop] })
  for (const [id, tenant, organization] of [
    [ids.north, tenantA.id, tenantA.organization],
    [ids.south, tenantA.id, south],
    [ids.foreign, tenantB.id, stranger],
  ])
    await app.sql(
      `insert into customers (id, tenant_id, organization_id, name, since, credit) values ($1, $2, $3, 'Ada', '2026-01-31 12:00+00', 1.5)`,
      [id, tenant, organization],
    )
  await app.sql(`insert into regions (id, tenant_id, name) values ($1, $2, 'Alps')`, [region, tenantA.id])
})
afterAll(() => app[Symbol.asyncDispose]())

const notFound = (member: string) => expect.objectContaining({ fieldErrors: { [member]: 'Not found' } })
/** Sees one organization only. */
const southless = { features: ['shop.*'], organizationIds: [tenantA.organization] }
const confined = () => app.as(southless)
const order = (title: string, more = {}) => ({ title, customer: ids.north, ...more })

test.each([
  ['of nobody', crypto.randomUUID()],
  ['of another tenant', ids.foreign],
  ['of an organization that the caller does not see', ids.south],
])('an id %s is refused on create and update, with the same answer', async (_whose, customer) => {
  const refusal = [400, { error: 'Customer not found', fieldErrors: { customer: 'Not found' } }]
  const created = await confined().post('/orders', { title: 'x', customer })
  expect([created.status, created.body]).toEqual(refusal)
  const { id } = (await confined().post('/orders', order('Changed'))).body
  const updated = await confined().put('/orders', { id, customer })
  expect([updated.status, updated.body]).toEqual(refusal)
})

test('ids that the caller sees are taken; each that is not is named', async () => {
  const made = await confined().post('/orders', order('First', { region }))
  expect(made.status).toBe(201)
  expect((await confined().post('/orders', order('Second', { replaces: made.body.id }))).status).toBe(201)
  const none = crypto.randomUUID()
  const refused = await confined().post('/orders', { title: 'x', customer: none, region: none, replaces: none })
  expect(refused.body.fieldErrors).toEqual({ customer: 'Not found', region: 'Not found', replaces: 'Not found' })
  expect((await confined().post('/orders', order('x', { region: tenantB.id }))).body).toEqual(notFound('region'))
})

test('a reference that the row has already may stay and may be taken away', async () => {
  const { id } = (await app.as('admin').post('/orders', { title: 'Southern', customer: ids.south, region })).body
  expect((await confined().put('/orders', { id, title: 'Still', customer: ids.south })).status).toBe(200)
  expect((await confined().put('/orders', { id, customer: ids.south, region: null })).status).toBe(200)
  expect((await confined().put('/orders', { id, customer: ids.north })).status).toBe(200)
})

test('children of one row do not wait for each other, and it cannot be deleted meanwhile', async () => {
  const made = await Promise.all([...'abcdefgh'].map((title) => confined().post('/orders', order(title))))
  expect(made.map(({ status }) => status)).toEqual(Array(8).fill(201))
})

test('writes of related rows are undone and redone', () =>
  checkUndo(app, {
    examples: [
      { command: orders.create, input: order('Undone') },
      {
        command: orders.update,
        input: async (at: TestPlatform) => ({
          id: (await at.as('admin').post('/orders', order('Moved'))).body.id,
          region,
        }),
      },
      {
        command: orders.delete,
        input: async (at: TestPlatform) => ({ id: (await at.as('admin').post('/orders', order('Gone'))).body.id }),
      },
    ],
  }))

test('a row is visible by its own organization, and what it leads to by that of its own', async () => {
  const { id } = (await app.as('admin').post('/orders', { title: 'Leads south', customer: ids.south })).body
  const listed = (await confined().get(`/orders?id=${id}`)).body.items
  expect(listed).toMatchObject([{ id, customer: null }])
  const seen = (await app.as('admin').get(`/orders?id=${id}`)).body.items
  expect(seen).toMatchObject([{ customer: { id: ids.south, name: 'Ada' } }])
  const loaded = (persona: Parameters<TestPlatform['callerOf']>[0]) =>
    app.platform.actAs(app.callerOf(persona), async ({ from }) => {
      const found = from(Order, 'o', { customer: 'c' }).select('c.name').where('o.id', '=', id)
      return (await found.executeTakeFirstOrThrow()).name
    })
  expect([await loaded(southless), await loaded('admin')]).toEqual([null, 'Ada'])
  expect((await confined().put('/orders', { id, title: 'Renamed' })).status).toBe(200)
})

test('relations are expanded on every page, sorted, after a row and in exports', async () => {
  for (const title of ['E1', 'E2', 'E3']) await confined().post('/orders', order(title, { amount: 77, region }))
  const customer = { id: ids.north, name: 'Ada', since: '2026-01-31T12:00:00.000Z', credit: 1.5 }
  const first = (await confined().get('/orders?amount=77&sortField=title&pageSize=2')).body
  expect([first.total, first.items]).toEqual([
    3,
    ['E1', 'E2'].map((title) => ({
      id: expect.any(String),
      title,
      replaces: null,
      amount: 77,
      customer,
      region: { name: 'Alps' },
    })),
  ])
  const behind = (await confined().get(`/orders?amount=77&sortField=title&after=${first.items[1].id}`)).body
  expect(behind.items).toMatchObject([{ title: 'E3', customer, region: { name: 'Alps' } }])
  const exported = await confined().get('/orders?amount=77&format=json')
  expect(exported.body).toMatchObject([{ customer }, { customer }, { customer }])
  expect((await confined().get('/orders?amount=77&format=csv')).text).toContain('Alps')
})

test('lists are filtered by ranges, by several values and by none of them', async () => {
  for (const [index, dueAt] of ['2026-02-01T00:00:00Z', '2026-02-02T12:00:00Z', null].entries())
    await confined().post('/orders', order(`F${index}`, { amount: 100 + index, dueAt, ...(index === 0 && { region }) }))
  const titles = async (query: string) => {
    const { status, body } = await confined().get(`/orders?sortField=title&amount_gte=100&${query}`)
    return status === 200 ? body.items.map(({ title }: { title: string }) => title) : status
  }
  expect(await titles('')).toEqual(['F0', 'F1', 'F2'])
  expect(await titles('amount_gt=100&amount_lt=102')).toEqual(['F1'])
  expect(await titles('amount_lte=101')).toEqual(['F0', 'F1'])
  expect(await titles('amount_in=100, 102')).toEqual(['F0', 'F2'])
  expect(await titles('title_in=F1,F2&title_not=F2')).toEqual(['F1'])
  expect(await titles('dueAt_gte=2026-02-02')).toEqual(['F1'])
  expect(await titles('dueAt_lt=2026-02-02T12:00:00Z')).toEqual(['F0'])
  expect(await titles('dueAt=2026-02-02T12:00:00Z')).toEqual(['F1'])
  expect(await titles(`region_not=${region}`)).toEqual(['F1', 'F2'])
  expect(await titles(`region_in=${region},nothing`)).toEqual(['F0'])
  expect(await titles('region_in=nothing')).toEqual([])
  expect(await titles('title_not=F1&format=none&page=1&pageSize=1')).toEqual(['F0'])
  for (const query of ['amount_in=x', 'amount_lt=x', 'dueAt_gt=soon', `title_in=${'x,'.repeat(201)}`])
    expect(await titles(query)).toBe(400)
})

test('the document names the filters and the expanded members', async () => {
  const { paths, components } = (await app.anonymous.get('/openapi.json')).body
  const { parameters } = paths['/orders'].get
  const names = parameters.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['amount_gte', 'amount_in', 'dueAt_lt', 'title_not', 'region_in']))
  expect(names).not.toContain('title_gt')
  const { required, properties } = components.schemas.ShopListOrdersItem
  expect(required).toEqual(expect.arrayContaining(['customer', 'region']))
  expect(JSON.stringify(properties.customer)).toMatch(/"credit".*"type":"null"/)
})

test('what cannot be expanded or filtered is refused at once', () => {
  const spec = { access: features.view, select: ['id', 'customer'] } as const
  expect(() => list('/x', Order, { ...spec, expand: { customer: ['name'] } })).toThrow('in `select` and in `expand`')
  expect(() => list('/x', Order, { ...spec, expand: { title: ['id'] } as never })).toThrow('not a relation')
  expect(() => list('/x', Order, { ...spec, expand: { region: ['colour'] } as never })).toThrow('not a property')
  const query = { amount_in: z.string().optional() }
  expect(() => list('/x', Order, { ...spec, filter: ['amount'], query })).toThrow('rename the parameter')
})
