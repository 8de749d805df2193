import { defineEntity, p } from '@mikro-orm/core'
import { defineFeatures, defineMigration, defineModule, input, lines, resource, Scoped } from '@plinth/core'
import type { TestPlatform } from '@plinth/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../../_setup/app.ts'

const features = defineFeatures('rental', { view: 'View', manage: 'Manage' })
const price = () => p.decimal().precision(12).scale(2)
const Article = defineEntity({
  name: 'Article',
  tableName: 'articles',
  extends: Scoped,
  properties: { name: p.string(), price: price().nullable(), unit: p.string().nullable() },
})
const Contract = defineEntity({
  name: 'Contract',
  tableName: 'contracts',
  extends: Scoped,
  properties: {
    title: p.string(),
    currency: p.string().default('EUR'),
    status: p.enum(['draft', 'signed']).default('draft'),
    total: price().default('0'),
  },
})
const Line = defineEntity({
  name: 'ContractLine',
  tableName: 'contract_lines',
  extends: Scoped,
  properties: {
    contract: () => p.manyToOne(Contract),
    position: p.integer(),
    article: () => p.manyToOne(Article),
    price: price(),
    unit: p.string().nullable(),
    currency: p.string(),
  },
})
const access = { read: features.view, write: features.manage }
const articles = resource('/articles', Article, {
  access,
  input: input(Article, ['name', 'price', 'unit']),
  list: { select: ['id', 'name', 'price'] },
  routes: { delete: false },
})
const inputs = input(Line, ['article', 'price', 'unit', 'currency'])
const contracts = resource('/contracts', Contract, {
  access,
  input: input(Contract, ['title', 'currency']),
  list: { select: ['id', 'title', 'total', 'updatedAt'] },
  lines: {
    lines: lines(Line, {
      parent: 'contract',
      input: inputs,
      order: 'position',
      sums: { total: 'price' },
      defaults: { price: 'article.price', unit: 'article.unit', currency: 'contract.currency' },
    }),
  },
  states: {
    property: 'status',
    values: { draft: { label: 'Draft' }, signed: { label: 'Signed' } },
    initial: 'draft',
    editable: ['draft'],
    transitions: { sign: { from: 'draft', to: 'signed' } },
  },
})
const tables = `select plinth.scoped_table('articles', 'name text not null, price numeric(12, 2), unit text');
  select plinth.scoped_table('contracts', $$title text not null, currency text not null default 'EUR',
    status text not null default 'draft', total numeric(12, 2) not null default 0$$);
  select plinth.scoped_table('contract_lines', $$contract_id uuid not null, position int not null, article_id uuid not null,
    price numeric(12, 2) not null, unit text, currency text not null$$);
  select plinth.lines('contract_lines', 'contract_id', 'contracts', '{"total": "price"}')`
const module = defineModule({
  id: 'rental',
  title: 'Rental',
  features,
  roles: { admin: ['rental.*'] },
  entities: [Article, Contract, Line],
  migrations: [defineMigration('rental.tables', tables)],
  commands: [...articles.commands, ...contracts.commands],
  routes: [...articles.routes, ...contracts.routes],
})

let app: TestPlatform
beforeAll(async () => {
  app = await testApp({ modules: [module] })
})
afterAll(() => app?.platform.close())

const idOf = async (path: string, fields: object) => (await app.as('admin').post(path, fields)).body.id as string
const read = async (id: string) => (await app.as('admin').get(`/contracts?id=${id}&expand=lines`)).body.items[0]

test('records are changed and deleted in some states only', async () => {
  const admin = app.as('admin')
  const article = await idOf('/articles', { name: 'Drill', price: 5 })
  const [id, other] = [await idOf('/contracts', { title: 'A' }), await idOf('/contracts', { title: 'B' })]
  expect((await admin.put('/contracts', { id, title: 'A2', lines: [{ article }] })).status).toBe(200)
  await admin.post('/contracts/sign', { id })
  const refused = [409, { error: 'Not possible in the state Signed', code: 'action_not_allowed', state: 'signed' }]
  for (const answer of [
    await admin.put('/contracts', { id, title: 'A3' }),
    await admin.put('/contracts', { id, lines: [] }),
    await admin.del(`/contracts?id=${id}`),
  ])
    expect([answer.status, answer.body]).toEqual(refused)
  const several = await admin.send('DELETE', '/contracts', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ids: [other, id] }),
  })
  expect([several.status, several.body]).toEqual([409, { ...(refused[1] as object), id }])
  expect(await read(id)).toMatchObject({ title: 'A2', total: '5.00', status: 'signed' })
  expect(await read(other)).toMatchObject({ title: 'B' })
  const { states } = (await admin.get('/contracts/actions')).body
  expect(states.values.map(({ isEditable }: { isEditable: boolean }) => isEditable)).toEqual([true, false])
  expect((await admin.del(`/contracts?id=${other}`)).status).toBe(200)
})

test('a resource without a route for deletion keeps the command for others', async () => {
  const id = await idOf('/articles', { name: 'Saw' })
  expect((await app.as('admin').del(`/articles?id=${id}`)).status).toBe(404)
  expect(articles.routes.map(({ method }) => method)).toEqual(['GET', 'POST', 'PUT'])
  await app.platform.actAs(app.callerOf('admin'), ({ run }) => run(articles.delete, { id }))
  expect((await app.as('admin').get(`/articles?id=${id}`)).body.items).toEqual([])
})

test('lines copy values of the record that is chosen, and keep them', async () => {
  const admin = app.as('admin')
  const [drill, saw] = [
    await idOf('/articles', { name: 'Drill', price: 5, unit: 'day' }),
    await idOf('/articles', { name: 'Saw', price: 7 }),
  ]
  const free = await idOf('/articles', { name: 'Advice' })
  const created = await admin.post('/contracts', {
    title: 'C',
    currency: 'CHF',
    lines: [{ article: drill }, { article: saw, price: 1, currency: 'EUR' }],
  })
  expect(created.status, created.text).toBe(201)
  const { id } = created.body
  const [first, second] = (await read(id)).lines
  expect([first, second]).toMatchObject([
    { price: '5.00', unit: 'day', currency: 'CHF' },
    { price: '1.00', unit: null, currency: 'EUR' },
  ])
  await admin.put('/articles', { id: drill, price: 9 })
  await admin.put('/contracts', { id, lines: [{ id: first.id }, { id: second.id, article: saw }, { article: drill }] })
  expect((await read(id)).lines.map((one: { price: string }) => one.price)).toEqual(['5.00', '1.00', '9.00'])
  await admin.put('/contracts', { id, lines: [{ id: first.id, article: saw }] })
  expect((await read(id)).lines).toMatchObject([{ price: '7.00', unit: null, currency: 'CHF' }])
  const missing = await admin.put('/contracts', { id, lines: [{ id: first.id }, { article: free }] })
  expect([missing.status, missing.body.fieldErrors]).toEqual([400, { 'lines.1.price': 'Required' }])
  const unknown = await admin.put('/contracts', { id, lines: [{ article: crypto.randomUUID() }] })
  expect([unknown.status, unknown.body.fieldErrors]).toEqual([400, { 'lines.0.article': 'Not found' }])
})

test('defaults that do not fit are refused', () => {
  const declare = (defaults: object) => () => lines(Line, { parent: 'contract', input: inputs, defaults })
  expect(declare({ price: 'price' })).toThrow("which must be a relation and a property: 'article.price'")
  expect(declare({ position: 'article.price' })).toThrow('but it is not in the `input`')
  expect(declare({ price: 'article.name' })).toThrow('which is of another type: string instead of decimal')
  expect(declare({ price: 'article.cost' })).toThrow("'cost'")
})

test('routes document what else they refuse', () => {
  const { routes } = resource('/articles', Article, {
    access,
    input: input(Article, ['name']),
    list: { select: ['id', 'name'] },
    routes: { create: { errors: [409] }, update: { errors: [404, 409] } },
  })
  const errorsOf = (verb: string) => routes.find(({ method }) => method === verb)!.spec.errors
  expect([errorsOf('POST'), errorsOf('PUT'), errorsOf('DELETE')]).toEqual([[409], [404, 409], [404]])
})
