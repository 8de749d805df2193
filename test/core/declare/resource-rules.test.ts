import { auditLogs } from '@plinth/audit-logs'
import { businessRules } from '@plinth/business-rules'
import { defineEntity, p } from '@mikro-orm/core'
import {
  defineCommand,
  defineFeatures,
  defineMigration,
  defineModule,
  Id,
  input,
  Ok,
  post,
  resource,
  Scoped,
  view,
} from '@plinth/core'
import { defineRulePoint } from '@plinth/core/rules'
import {
  checkContract,
  checkIsolation,
  checkUndo,
  type Sample,
  tenantA,
  tenantB,
  type TestPlatform,
} from '@plinth/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { authApp } from '../../modules/auth/_accounts.ts'
import { testApp } from '../../_setup/app.ts'

const features = defineFeatures('shop', { view: 'View products', manage: 'Manage products' })
const Product = defineEntity({
  name: 'Product',
  tableName: 'goods',
  extends: Scoped,
  properties: {
    name: p.string(),
    price: p.decimal().precision(12).scale(2).default('0'),
    state: p.enum(['draft', 'sold']).default('draft'),
    note: p.text().nullable(),
    dueAt: p.datetime().nullable(),
    secret: p.string().nullable(),
  },
})
const access = { read: features.view, write: features.manage }
const products = resource('/goods', Product, {
  access,
  input: input(Product, ['name', 'price', 'state', 'note', 'dueAt', 'secret']),
  list: {
    select: view(Product, ['id', 'name', 'price', 'state', 'note', 'dueAt']).extend({ length: z.number() }),
    computed: { length: ({ eb }) => eb.fn<number>('length', ['row.name']) },
  },
  rules: { settable: ['price', 'note', 'dueAt'], aliases: ['shop:goods'] },
})
const sellProduct = defineCommand({
  id: 'shop.goods.sell',
  access: features.manage,
  entity: Product,
  rules: products.rules.update,
  input: z.object({
    id: z.uuid(),
    ...input(Product, ['price', 'note', 'dueAt']).shape,
  }),
  output: Ok,
  async run({ from, input: { id } }) {
    await from.change(Product, id, { state: 'sold' })
    return { ok: true as const }
  },
})
const columns = `name text not null, price numeric(12, 2) not null default 0, state text not null default 'draft', note text,
  due_at timestamptz, secret text`
const shop = defineModule({
  id: 'shop',
  title: 'Shop',
  features,
  roles: { admin: ['shop.*'], employee: [features.view] },
  entities: [Product],
  migrations: [defineMigration('shop.goods', `select plinth.scoped_table('goods', $$${columns}$$)`)],
  commands: [...products.commands, sellProduct],
  routes: [...products.routes, post('/goods/sell', sellProduct, { errors: [404] })],
})

const open = () => authApp({ modules: [auditLogs, businessRules({ mailAddresses: ['boss@acme.com'] }), shop] })

async function addRule(app: TestPlatform, rule: object) {
  const { status, text } = await app.as('admin').post('/business_rules/rules', {
    ruleId: crypto.randomUUID(),
    ruleName: 'A rule',
    ruleType: 'GUARD',
    entityType: 'shop:product',
    ...rule,
  })
  expect(status, text).toBe(201)
}
const set = (field: string, value: unknown) => [{ type: 'SET_FIELD', config: { field, value } }]
const stored = async (app: TestPlatform, id: string) => (await app.sql('select * from goods where id = $1', [id]))[0]

test('a resource with rules is listed with its events, its fields and those that rules may set', async () => {
  await using app = await open()
  const { body } = await app.as('admin').get('/business_rules/entities')
  const found = body.items.find((item: { entityType: string }) => item.entityType === 'shop:product')
  const [before, after] = [{ canRefuse: true }, { canRefuse: false }]
  const of = (eventType: string, ...verbs: string[]) => ({
    eventType,
    commands: verbs.map((verb) => `shop.goods.${verb}`),
  })
  expect(found).toEqual({
    entityType: 'shop:product',
    aliases: ['shop:goods'],
    title: 'Product',
    source: 'code',
    events: [
      { ...before, ...of('beforeCreate', 'create') },
      { ...before, ...of('beforeSave', 'create', 'update', 'sell') },
      { ...after, ...of('afterCreate', 'create') },
      { ...after, ...of('afterSave', 'create', 'update', 'sell') },
      { ...before, ...of('beforeUpdate', 'update', 'sell') },
      { ...after, ...of('afterUpdate', 'update', 'sell') },
      { ...before, ...of('beforeDelete', 'delete') },
      { ...after, ...of('afterDelete', 'delete') },
    ],
    fields: [
      { name: 'id', type: 'text', settable: false },
      { name: 'name', type: 'text', settable: false },
      { name: 'price', type: 'text', settable: true },
      { name: 'state', type: 'text', settable: false, values: ['draft', 'sold'] },
      { name: 'note', type: 'text', settable: true },
      { name: 'dueAt', type: 'date', settable: true },
    ],
  })
})

test('a rule refuses creates, updates and deletes of a resource', async () => {
  await using app = await open()
  const admin = app.as('admin')
  const says = (message: string) => ({ failureActions: [{ type: 'SHOW_ERROR', config: { message } }] })
  await addRule(app, {
    eventType: 'beforeSave',
    conditionExpression: { field: 'price', operator: '<=', value: 100 },
    ...says('{{data.name}} is too dear'),
  })
  await addRule(app, {
    eventType: 'beforeUpdate',
    conditionExpression: { field: 'before.state', operator: '!=', value: 'sold' },
    ...says('Sold is sold'),
  })
  await addRule(app, {
    eventType: 'beforeDelete',
    conditionExpression: { field: 'state', operator: '=', value: 'draft' },
    ...says('What is sold stays'),
  })
  const refused = await admin.post('/goods', { name: 'Ring', price: '100.01' })
  expect([refused.status, refused.body.error]).toEqual([422, 'Ring is too dear'])
  const { id } = (await admin.post('/goods', { name: 'Ring', price: 99.5, secret: 'x' })).body
  const dear = await admin.put('/goods', { id, price: 1000 })
  expect([dear.status, dear.body.error]).toEqual([422, 'Ring is too dear'])
  expect((await admin.post('/goods/sell', { id })).status).toBe(200)
  const changed = await admin.put('/goods', { id, name: 'Band' })
  expect([changed.status, changed.body.error]).toEqual([422, 'Sold is sold'])
  const deleted = await admin.del(`/goods?id=${id}`)
  expect([deleted.status, deleted.body.error]).toEqual([422, 'What is sold stays'])
  expect(await stored(app, id)).toMatchObject({ name: 'Ring', price: '99.50', state: 'sold' })
})

test('a rule sets the fields that it may, undo takes them back, and rules that read times see them as stored', async () => {
  await using app = await open()
  const admin = app.as('admin')
  await addRule(app, {
    ruleType: 'CALCULATION',
    eventType: 'beforeSave',
    conditionExpression: { field: 'dueAt', operator: '>', value: '2026-01-01T00:00:00Z' },
    successActions: [...set('note', '{{data.dueAt}}'), ...set('state', 'sold'), ...set('price', 5)],
  })
  await addRule(app, {
    ruleType: 'ASSIGNMENT',
    eventType: 'beforeCreate',
    conditionExpression: { field: 'dueAt', operator: 'IS_EMPTY', value: null },
    successActions: set('dueAt', '2025-01-01T00:00:00Z'),
  })
  const { id } = (await admin.post('/goods', { name: 'Ring', price: 1 })).body
  expect(await stored(app, id)).toMatchObject({ due_at: new Date('2025-01-01T00:00:00Z'), note: null, price: '1.00' })
  const changed = await admin.put('/goods', { id, dueAt: '2026-05-01T12:00:00+02:00' })
  expect(changed.status, changed.text).toBe(200)
  const ruled = {
    note: '2026-05-01T10:00:00.000Z',
    state: 'draft',
    price: '5.00',
    due_at: new Date('2026-05-01T10:00:00Z'),
  }
  expect(await stored(app, id)).toMatchObject(ruled)
  const { undoToken } = changed.operation!
  expect((await admin.post('/audit_logs/audit-logs/actions/undo', { undoToken })).status).toBe(200)
  expect(await stored(app, id)).toMatchObject({ note: null, price: '1.00', due_at: new Date('2025-01-01T00:00:00Z') })
})

test('a rule that sets what the input does not take is refused', async () => {
  await using app = await open()
  await addRule(app, { ruleType: 'ASSIGNMENT', eventType: 'beforeCreate', successActions: set('price', 'much') })
  const answer = await app.as('admin').post('/goods', { name: 'Ring' })
  expect([answer.status, answer.body.error]).toEqual([422, 'Rules have set invalid values'])
})

test('rules after a command see the row as it was left, and run when it has committed', async () => {
  await using app = await open()
  const admin = app.as('admin')
  for (const eventType of ['afterCreate', 'afterUpdate', 'afterDelete'])
    await addRule(app, {
      ruleType: 'ACTION',
      eventType,
      successActions: [
        {
          type: 'NOTIFY',
          config: { recipients: ['boss@acme.com'], subject: `${eventType} {{data.name}}`, message: '{{data.price}}' },
        },
      ],
    })
  const { id } = (await admin.post('/goods', { name: 'Ring' })).body
  await admin.put('/goods', { id, name: 'Band', price: 2 })
  await admin.del(`/goods?id=${id}`)
  expect((await admin.post('/goods', { name: '' })).status).toBe(400)
  await app.jobs()
  const mails = app.mails.map(({ subject, text }) => [subject, text!.split('\n')[0]])
  expect(mails.toSorted()).toEqual([
    ['afterCreate Ring', '0.00'],
    ['afterDelete Band', '2.00'],
    ['afterUpdate Band', '2.00'],
  ])
})

test('rules and rows of others stay apart', async () => {
  await using app = await open()
  await addRule(app, {
    eventType: 'beforeCreate',
    conditionExpression: { field: 'name', operator: '=', value: 'Ring' },
  })
  expect((await app.as('admin').post('/goods', { name: 'Band' })).status).toBe(422)
  const stranger = app.as({ features: ['*'], tenantId: tenantB.id, organizationId: tenantB.organization })
  expect((await stranger.post('/goods', { name: 'Band' })).status).toBe(201)
  await addRule(app, {
    eventType: 'beforeUpdate',
    conditionExpression: { field: 'name', operator: '=', value: 'Ring' },
  })
  const foreign = crypto.randomUUID()
  for (const [id, tenant, organization] of [
    [foreign, tenantB.id, tenantB.organization],
    [crypto.randomUUID(), tenantA.id, crypto.randomUUID()],
  ]) {
    await app.sql(`insert into goods (id, tenant_id, organization_id, name) values ($1, $2, $3, 'Theirs')`, [
      id,
      tenant,
      organization,
    ])
    // Not the 422 of a rule that has read the row.
    expect(
      (await app.as({ features: ['*'], organizationIds: [tenantA.organization] }).put('/goods', { id, name: 'Mine' }))
        .status,
    ).toBe(404)
  }
})

const make = async (app: TestPlatform) =>
  (await app.as('admin').post('/goods', { name: 'Ring' })).body as { id: string }
const none = { id: crypto.randomUUID() }
const samples: Sample[] = [
  { route: 'GET /goods', as: 'employee', expect: 200 },
  { route: 'POST /goods', as: 'admin', request: { body: { name: 'Ring' } }, expect: 201 },
  { route: 'PUT /goods', as: 'admin', request: async (app) => ({ body: await make(app) }), expect: 200 },
  { route: 'PUT /goods', as: 'admin', request: { body: none }, expect: 404 },
  { route: 'DELETE /goods', as: 'admin', request: async (app) => ({ query: await make(app) }), expect: 200 },
  { route: 'DELETE /goods', as: 'admin', request: { query: none }, expect: 404 },
  { route: 'POST /goods/sell', as: 'admin', request: async (app) => ({ body: await make(app) }), expect: 200 },
]

test('the checks of the kit hold for a resource with rules', { timeout: 120_000 }, async () => {
  await using app = await testApp({ modules: [shop] })
  await checkContract(app, { samples, open: [], requests: 200 })
  await checkIsolation(app, { samples, rows: { goods: () => ({ state: 'draft' }) } })
  const examples = [
    { command: products.create, input: { name: 'Ring' } },
    { command: products.update, input: async (on: TestPlatform) => ({ ...(await make(on)), price: 4 }) },
    { command: products.delete, input: make },
    { command: sellProduct, input: make },
  ]
  await checkUndo(app, { examples })
})

test('what rules could not do is refused when it is declared', async () => {
  const list = { select: ['id', 'name'] } as const
  const hidden = () =>
    resource('/goods', Product, {
      access,
      input: input(Product, ['name', 'note']),
      list,
      rules: { settable: ['note'] },
    })
  expect(hidden).toThrow("Rules may set 'note' of /goods, which its list does not show")
  const fixed = resource('/goods', Product, {
    access,
    input: input(Product, ['name']),
    fixed: ['name'],
    list,
    rules: { settable: ['name'] },
  })
  const broken = defineModule({ ...shop, commands: fixed.commands, routes: fixed.routes })
  await expect(testApp({ modules: [broken] })).rejects.toThrow("Rules may set 'name' of 'shop:product'")
  const point = defineRulePoint('shop:product', {
    title: 'Product',
    data: z.object({ name: z.string() }),
    load: () => Promise.resolve(null),
  })
  const own = { id: 'shop.goods.create', access: features.manage, input: z.object({ name: z.string() }), output: Id }
  const run = () => ({ id: crypto.randomUUID() })
  const make = (create: ReturnType<typeof defineCommand>, rules: typeof point | {}) =>
    resource('/goods', Product, { access, input: input(Product, ['name']), list, rules, replace: { create } })
  expect(() => make(defineCommand({ ...own, run }), {})).toThrow("its command 'shop.goods.create' does not run them")
  const ruled = make(defineCommand({ ...own, run, rules: point.create }), point)
  expect(ruled.delete.rules?.point()).toBe(point)
})
