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
  lines,
  Ok,
  post,
  resource,
  Scoped,
} from '@plinth/core'
import {
  checkContract,
  checkIsolation,
  checkUndo,
  type Sample,
  tenantA,
  tenantB,
  type TestPlatform,
  type TestResponse,
} from '@plinth/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { authApp, signIn, withHeaders } from '../../modules/auth/_accounts.ts'
import { testApp } from '../../_setup/app.ts'

const features = defineFeatures('shop', { view: 'View orders', manage: 'Manage orders' })
const Good = defineEntity({ name: 'Good', tableName: 'goods', extends: Scoped, properties: { name: p.string() } })
const Order = defineEntity({
  name: 'Order',
  tableName: 'orders',
  extends: Scoped,
  properties: {
    title: p.string(),
    note: p.text().nullable(),
    net: p.decimal().precision(12).scale(2).default('0'),
    pieces: p.integer().default(0),
    rates: p.double().default(0),
    gross: p.decimal().precision(12).scale(2).generated('net * 1.19'),
  },
})
const Item = defineEntity({
  name: 'OrderItem',
  tableName: 'order_items',
  extends: Scoped,
  properties: {
    order: () => p.manyToOne(Order),
    position: p.integer(),
    good: () => p.manyToOne(Good).nullable(),
    label: p.string().nullable(),
    quantity: p.integer().default(1),
    price: p.decimal().precision(12).scale(2).default('0'),
    dueAt: p.datetime().nullable(),
    extras: p.json().nullable(),
    tags: p.array().nullable(),
    amount: p.decimal().precision(12).scale(2).generated('quantity * price'),
  },
})
const Fee = defineEntity({
  name: 'Fee',
  tableName: 'order_fees',
  extends: Scoped,
  properties: { order: () => p.manyToOne(Order), rank: p.integer(), rate: p.double() },
})
const written: unknown[] = []
const orders = resource('/orders', Order, {
  access: { read: features.view, write: features.manage },
  input: input(Order, ['title', 'note']),
  lines: {
    items: lines(Item, {
      parent: 'order',
      input: input(Item, ['good', 'label', 'quantity', 'price', 'dueAt', 'extras', 'tags']),
      order: 'position',
      sums: { net: 'amount', pieces: 'quantity' },
      async complete({ from }, sent) {
        // An empty list would be a syntax error.
        const named = sent.map(({ fields }) => fields.good ?? null)
        await from(Good, 'g').select('g.id').where('g.id', 'in', named).execute()
        return sent.map(() => ({}))
      },
    }),
    fees: lines(Fee, {
      parent: 'order',
      input: input(Fee, []),
      order: 'rank',
      sums: { rates: 'rate' },
      complete: (_ctx, sent, { title }) =>
        sent.map(({ row }, at) => ({ rate: row?.rate ?? 2 ** -30 + at + (title === 'Rush' ? 10 : 0) })),
    }),
  },
  list: {
    select: ['id', 'title', 'note', 'net', 'pieces', 'rates', 'gross', 'organizationId', 'updatedAt'],
    sort: ['title'],
  },
  rules: { settable: ['note'] },
  onWritten: (_ctx, { net }, what) => written.push([what, net]),
})
const addItem = defineCommand({
  id: 'shop.items.add',
  access: features.manage,
  resource: 'shop.item',
  input: z.object({ order: z.uuid(), price: z.string() }),
  output: Id,
  // Types do not know that the table computes `amount`.
  run: async ({ from, input: { order, price } }) => ({
    id: (await from.create(Item, { order, price, position: 99 } as never)).id,
  }),
})
const moveOrder = defineCommand({
  id: 'shop.orders.move',
  access: features.manage,
  resource: 'shop.order',
  input: z.object({ id: z.uuid(), to: z.uuid(), net: z.string() }),
  output: Ok,
  async run({ from, input: { id, to, net } }) {
    await from.change(Order, id, { organizationId: to, net })
    return { ok: true as const }
  },
})
const tables = `select plinth.scoped_table('goods', 'name text not null');
  select plinth.scoped_table('orders', $$title text not null, note text, net numeric(12, 2) not null default 0,
    pieces integer not null default 0, rates double precision not null default 0,
    gross numeric(12, 2) generated always as (net * 1.19) stored$$);
  select plinth.scoped_table('order_items', $$order_id uuid not null, position integer not null, good_id uuid, label text,
    quantity integer not null default 1 check (quantity > 0), price numeric(12, 2) not null default 0, due_at timestamptz,
    extras jsonb, tags text[], amount numeric(12, 2) generated always as (quantity * price) stored,
    foreign key (tenant_id, good_id) references goods (tenant_id, id)$$);
  select plinth.scoped_table('shipments', $$item_id uuid not null,
    foreign key (tenant_id, item_id) references order_items (tenant_id, id)$$);
  create index on order_items (tenant_id, good_id); create index on shipments (tenant_id, item_id);
  select plinth.lines('order_items', 'order_id', 'orders', '{"net": "amount", "pieces": "quantity"}');
  select plinth.scoped_table('order_fees', $$order_id uuid not null, rank integer not null, rate double precision not null,
    unique (tenant_id, order_id, rank) deferrable$$);
  select plinth.lines('order_fees', 'order_id', 'orders', '{"rates": "rate"}');`
const shop = defineModule({
  id: 'shop',
  title: 'Shop',
  features,
  roles: { admin: ['shop.*'], employee: [features.view] },
  entities: [Good, Order, Item, Fee],
  migrations: [defineMigration('shop.tables', tables)],
  commands: [...orders.commands, addItem, moveOrder],
  routes: [...orders.routes, post('/orders/add', addItem), post('/orders/move', moveOrder)],
})

let app: TestPlatform
beforeAll(async () => {
  app = await authApp({ modules: [auditLogs, businessRules(), shop] })
})
afterAll(() => app?.[Symbol.asyncDispose]())

interface Line {
  readonly id: string
}
const admin = () => app.as('admin')
const read = async (id: string) =>
  (await admin().get(`/orders?id=${id}&expand=items`)).body.items[0] as {
    id: string
    net: string
    updatedAt: string
    items: [Line, Line, Line]
  }
const create = async (...items: object[]) => {
  const { body, status, text } = await admin().post('/orders', { title: 'Order', items })
  expect(status, text).toBe(201)
  return read(body.id as string)
}
const item = (label: string, more: object = {}) => ({ label, price: '10', ...more })
const undo = async ({ operation }: TestResponse) => {
  const answer = await admin().post('/audit_logs/audit-logs/actions/undo', { undoToken: operation!.undoToken })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.logId as string
}

test('a check of a line is told of the lines, not of a field of the same name', async () => {
  const { status, body } = await admin().post('/orders', { title: 'Order', items: [item('a', { quantity: 0 })] })
  expect([status, body.fieldErrors]).toEqual([400, { items: 'A line has a value that is not allowed' }])
})

test('lines are created, changed, ordered and deleted with their parent, and undo restores the whole', async () => {
  const dueAt = '2026-05-01T12:00:00.000Z'
  const order = await create(
    item('a', { extras: { color: 'red', list: [1, null] }, tags: ['x', 'y'], dueAt }),
    item('b', { quantity: 3 }),
    item('c', { extras: 'text' }),
  )
  expect(order).toMatchObject({ net: '50.00', pieces: 5, gross: '59.50' })
  expect(order.items).toMatchObject([
    { label: 'a', position: 1, extras: { color: 'red', list: [1, null] }, tags: ['x', 'y'], dueAt, amount: '10.00' },
    { label: 'b', position: 2, quantity: 3, amount: '30.00', dueAt: null },
    { label: 'c', position: 3, extras: 'text' },
  ])
  const [a, , c] = order.items
  const items = [{ id: c.id, quantity: 2 }, item('d', { price: 1.5 }), { id: a.id, extras: null, tags: [] }]
  const updated = await admin().put('/orders', { id: order.id, title: 'Changed', items })
  expect(updated.status, updated.text).toBe(200)
  const then = await read(order.id)
  expect(then).toMatchObject({
    title: 'Changed',
    net: '31.50',
    items: [
      { id: c.id, position: 1, quantity: 2, extras: 'text' },
      { label: 'd', position: 2, dueAt: null },
      { id: a.id, position: 3, extras: null, tags: [], dueAt },
    ],
  })
  expect(written.splice(0)).toEqual([
    ['created', '50.00'],
    ['updated', '31.50'],
  ])
  const history = `/audit_logs/audit-logs/actions?resourceKind=shop.order&resourceId=${order.id}`
  const { changes } = (await admin().get(history)).body.items[0] as { changes: object }
  expect(changes).toMatchObject({ [`orderItems.${c.id}.quantity`]: { from: 1, to: 2 }, net: { from: 50, to: 31.5 } })
  const logId = await undo(updated)
  expect(await read(order.id)).toEqual({ ...order, updatedAt: expect.any(String) })
  expect((await admin().post('/audit_logs/audit-logs/actions/redo', { logId })).status).toBe(200)
  const redone = { ...then, updatedAt: expect.any(String) }
  expect(await read(order.id)).toEqual(redone)
  const emptied = await admin().put('/orders', { id: order.id, items: [] })
  expect(emptied.status, emptied.text).toBe(200)
  expect(await read(order.id)).toMatchObject({ net: '0.00', items: [] })
  await undo(emptied)
  const deleted = await admin().del(`/orders?id=${order.id}`)
  expect(await app.sql('select from order_items where order_id = $1', [order.id])).toEqual([])
  await undo(deleted)
  expect(await read(order.id)).toEqual(redone)
})

test('a change of a line changes the version of its parent; what stays the same is not written', async () => {
  const order = await create(item('a'), item('b'))
  const [a, b] = order.items
  const { token } = await signIn(app, 'admin@acme.com')
  const headers = { authorization: `Bearer ${token}`, 'x-om-ext-optimistic-lock-expected-updated-at': order.updatedAt }
  const put = (items: object[]) => withHeaders(app, headers).put('/orders', { id: order.id, items })
  const versions = () => app.sql('select id, xmin from order_items where order_id = $1 order by position', [order.id])
  const before = await versions()
  expect((await put([{ id: a.id }, { id: b.id, label: 'b' }])).status).toBe(200)
  expect(await versions()).toEqual(before)
  expect((await read(order.id)).updatedAt).toBe(order.updatedAt)
  expect((await put([{ id: a.id }, { id: b.id, label: 'x' }])).status).toBe(200)
  const [first, second] = await versions()
  expect([first, second!['xmin'] === before[1]!['xmin']]).toEqual([before[0], false])
  const late = await put([{ id: a.id, label: 'late' }])
  expect([late.status, late.body.code]).toEqual([409, 'optimistic_lock_conflict'])
  expect((await read(order.id)).items).toMatchObject([{ label: 'a' }, { label: 'x' }])
  expect((await admin().put('/orders', { id: order.id, title: 'No lines' })).status).toBe(200)
  expect((await read(order.id)).items).toHaveLength(2)
})

test('sums hold whatever writes lines or parents, and after undo', async () => {
  const order = await create(item('a'))
  const added = await Promise.all(
    ['1', '2', '4', '8'].map((price) => admin().post('/orders/add', { order: order.id, price })),
  )
  expect(added.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const then = await read(order.id)
  expect(then).toMatchObject({ net: '25.00', pieces: 5 })
  expect(then.updatedAt > order.updatedAt).toBe(true)
  await undo(added[1]!)
  expect(await read(order.id)).toMatchObject({ net: '23.00', pieces: 4 })
  await app.sql(`update order_items set quantity = 5 where order_id = $1 and label = 'a'`, [order.id])
  expect(await read(order.id)).toMatchObject({ net: '63.00', pieces: 8 })
  await app.sql(`update orders set net = 7, pieces = 1 where id = $1`, [order.id])
  expect(await read(order.id)).toMatchObject({ net: '63.00', pieces: 8, gross: '74.97' })
  const moved = await admin().post('/orders/move', { id: order.id, to: tenantA.organization, net: '1' })
  expect(moved.status).toBe(200)
  expect(await read(order.id)).toMatchObject({ net: '63.00' })
})

test('lines have the organization of their parent, also after it moves', async () => {
  const other = crypto.randomUUID()
  const order = await create(item('a'), item('b'))
  const organizations = async () =>
    (await app.sql('select distinct organization_id as id from order_items where order_id = $1', [order.id])).map(
      ({ id }) => id,
    )
  expect(await organizations()).toEqual([tenantA.organization])
  const moved = await admin().post('/orders/move', { id: order.id, to: other, net: '0' })
  expect(moved.status, moved.text).toBe(200)
  expect(await organizations()).toEqual([other])
  expect((await admin().post('/orders/add', { order: order.id, price: '1' })).status).toBe(200)
  expect(await organizations()).toEqual([other])
  const south = app.as({ features: ['*'], organizationIds: [tenantA.organization] })
  expect((await south.put('/orders', { id: order.id, items: [] })).status).toBe(404)
  await app.sql('delete from order_items where price = 1 and order_id = $1', [order.id])
  await undo(moved)
  expect(await organizations()).toEqual([tenantA.organization])
})

test('what is not a line of the parent, not visible or not valid is refused with its path, and nothing is written', async () => {
  const [order, other] = [await create(item('a'), item('b')), await create(item('theirs'))]
  const [a, b] = order.items
  const foreign = crypto.randomUUID()
  await app.sql(`insert into goods (id, tenant_id, organization_id, name) values ($1, $2, $3, 'Theirs')`, [
    foreign,
    tenantB.id,
    tenantB.organization,
  ])
  await app.sql(
    `insert into shipments (id, tenant_id, organization_id, item_id) values (gen_random_uuid(), $1, $2, $3)`,
    [tenantA.id, tenantA.organization, b.id],
  )
  const cases: [object[] | unknown, number, unknown][] = [
    [[{ id: a.id, label: 'x' }, { id: other.items[0]!.id }], 400, ['items.1.id']],
    [[{ id: a.id }, { id: a.id }], 400, ['items.1.id']],
    [
      [
        { id: a.id, label: 'x' },
        { label: 'y', good: foreign },
      ],
      400,
      ['items.1.good'],
    ],
    [[{ id: a.id, quantity: 1.5 }, item('y', { price: 'x' })], 400, ['items.0.quantity', 'items.1.price']],
    [Array.from({ length: 1001 }, () => item('y')), 400, ['items']],
    ['x', 400, ['items']],
    [[{ id: a.id, quantity: -1 }, { id: b.id }], 400, undefined],
    [[{ id: a.id }], 400, undefined],
  ]
  for (const [items, status, paths] of cases) {
    const answer = await admin().put('/orders', { id: order.id, title: 'Changed', items })
    const found = answer.body.details?.map(({ path }: { path: unknown[] }) => path.join('.'))
    expect([answer.status, found], answer.text).toEqual([status, paths])
  }
  const twice = await admin().send('PUT', '/orders', {
    body: JSON.stringify({ id: order.id, items: [{ id: a.id }, { id: a.id }] }),
    headers: { 'content-type': 'application/json', 'accept-language': 'de' },
  })
  expect(twice.body.fieldErrors).toEqual({ 'items.1.id': 'Zweimal genannt' })
  expect(await read(order.id)).toEqual(order)
})

test('rules see the lines and sums as they are about to be stored', async () => {
  const addRule = async (rule: object) => {
    const answer = await admin().post('/business_rules/rules', {
      ruleId: crypto.randomUUID(),
      ruleName: 'A rule',
      ruleType: 'GUARD',
      entityType: 'shop:order',
      eventType: 'beforeSave',
      ...rule,
    })
    expect(answer.status, answer.text).toBe(201)
    return answer.body.id as string
  }
  const ids = [
    await addRule({
      conditionExpression: { field: 'net', operator: '<=', value: 100 },
      failureActions: [{ type: 'SHOW_ERROR', config: { message: '{{data.net}} is too much' } }],
    }),
    await addRule({
      conditionExpression: { field: 'items[0].quantity', operator: '!=', value: 13 },
      failureActions: [{ type: 'SHOW_ERROR', config: { message: 'Not 13 of {{data.items.0.label}}' } }],
    }),
    await addRule({
      ruleType: 'ASSIGNMENT',
      conditionExpression: { field: 'items[1].amount', operator: '>', value: 50 },
      successActions: [{ type: 'SET_FIELD', config: { field: 'note', value: '{{data.net}}' } }],
    }),
  ]
  const dear = await admin().post('/orders', { title: 'Dear', items: [item('a', { quantity: 11 })] })
  expect([dear.status, dear.body.error]).toEqual([422, '110.00 is too much'])
  const order = await create(item('a', { quantity: 2 }), item('b'))
  const [a, b] = order.items
  const unlucky = await admin().put('/orders', { id: order.id, items: [{ id: a.id, quantity: 13, price: 1 }] })
  expect([unlucky.status, unlucky.body.error]).toEqual([422, 'Not 13 of a'])
  const large = await admin().put('/orders', { id: order.id, items: [{ id: a.id }, { id: b.id, quantity: 6 }] })
  expect(large.status, large.text).toBe(200)
  expect(await read(order.id)).toMatchObject({ net: '80.00', note: '80.00' })
  await admin().del(`/business_rules/rules?id=${ids.pop()}`)
  ids.push(
    await addRule({
      ruleType: 'ASSIGNMENT',
      conditionExpression: { field: 'rates', operator: '>', value: 1 },
      successActions: [{ type: 'SET_FIELD', config: { field: 'note', value: 'Has fees' } }],
    }),
  )
  const derived = await admin().put('/orders', { id: order.id, fees: [{}, {}] })
  expect(derived.status, derived.text).toBe(200)
  expect(await read(order.id)).toMatchObject({ rates: 1 + 2 ** -29, note: 'Has fees' })
  const rushed = await admin().post('/orders', { title: 'Rush', items: [item('a')], fees: [{}] })
  expect(rushed.status, rushed.text).toBe(201)
  expect(await read(rushed.body.id)).toMatchObject({ rates: 10 + 2 ** -30, note: 'Has fees' })
  const fees = async () =>
    (await admin().get(`/orders?id=${order.id}&expand=fees`)).body.items[0].fees as readonly Line[]
  const [first, second] = await fees()
  const swapped = await admin().put('/orders', { id: order.id, fees: [{ id: second!.id }, { id: first!.id }] })
  expect(swapped.status, swapped.text).toBe(200)
  expect(await fees()).toMatchObject([{ id: second!.id }, { id: first!.id }])
  const unknown = await admin().put('/orders', { id: order.id, fees: [{ id: order.id }] })
  expect([unknown.status, unknown.body.details[0].path]).toEqual([400, ['fees', 0, 'id']])
  for (const id of ids) await admin().del(`/business_rules/rules?id=${id}`)
})

test(
  '1,000 lines are saved together, and lists return them on demand within a limit',
  { timeout: 60_000 },
  async () => {
    const many = Array.from({ length: 1000 }, (_, at) => item(`line ${at}`, { quantity: 1 + (at % 3) }))
    const order = await create(...many)
    expect(order.items).toHaveLength(1000)
    const moved = order.items.toReversed().map(({ id }) => ({ id, price: 2 }))
    const answer = await admin().put('/orders', { id: order.id, items: moved })
    expect(answer.status, answer.text).toBe(200)
    expect(await read(order.id)).toMatchObject({ net: '3998.00', items: { 0: { label: 'line 999', position: 1 } } })
    await undo(answer)
    expect(await read(order.id)).toEqual({ ...order, updatedAt: expect.any(String) })
    const { items } = (await admin().get('/orders')).body as { items: object[] }
    expect(items.every((row) => !('items' in row))).toBe(true)
    expect((await admin().get('/orders?expand=other')).status).toBe(400)
  },
)

test('an export has lines only if they are asked for', async () => {
  const { id } = await create(item('exported'))
  const columnsOf = async (query: string) =>
    (await admin().get(`/orders?id=${id}&format=csv${query}`)).text.split(/\r?\n/)[0]!.split(',')
  const columns = await columnsOf('')
  expect(columns).toContain('title')
  expect(columns).not.toContain('items')
  expect(await columnsOf('&expand=items')).toEqual([...columns, 'items'])
})

test('an export of records with many lines reads fewer of them at once', async () => {
  await app.sql(
    `insert into orders (id, tenant_id, organization_id, title)
       select gen_random_uuid(), $1, $2, 'Many ' || i from generate_series(1, 60) i`,
    [tenantA.id, tenantA.organization],
  )
  await app.sql(
    `insert into order_items (id, tenant_id, organization_id, order_id, position)
       select gen_random_uuid(), o.tenant_id, o.organization_id, o.id, i from orders o, generate_series(1, 200) i
       where o.title like 'Many %'`,
  )
  const page = await admin().get('/orders?expand=items&sortField=title&pageSize=100')
  expect([page.status, page.body]).toMatchObject([400, { code: 'too_many_lines', limit: 10_000 }])
  const exported = await admin().get('/orders?expand=items&sortField=title&format=jsonl')
  expect(exported.status).toBe(200)
  const rows = exported.text.split('\n').flatMap((row) => (row.includes('"Many ') ? JSON.parse(row) : []))
  expect([rows.length, new Set(rows.map(({ id }) => id)).size]).toEqual([60, 60])
  expect(rows.every(({ items }) => items.length === 200)).toBe(true)
  await app.sql(`delete from orders where title like 'Many %'`)
})

test('the API document describes lines, as they are sent and returned', async () => {
  const { body } = await app.anonymous.get('/openapi.json')
  const text = JSON.stringify(body.paths['/orders'] ?? body.paths['/api/orders'])
  expect(text).toContain('Lines to return with each row, separated by commas: items, fees.')
  const item = Object.values(body.components.schemas as Record<string, { properties?: Record<string, object> }>).find(
    ({ properties }) => properties?.['gross'],
  )
  expect(item?.properties?.['items']).toMatchObject({
    type: 'array',
    items: { properties: { amount: { type: 'string' } } },
  })
})

const make = async (on: TestPlatform, items = [item('a'), item('b')]) => {
  const { id } = (await on.as('admin').post('/orders', { title: 'Order', items })).body as { id: string }
  return id
}
const none = { id: crypto.randomUUID() }
const addGood = async (on: TestPlatform) => {
  const sql = `insert into goods (id, tenant_id, organization_id, name) values (gen_random_uuid(), $1, $2, 'Nail') returning id`
  const [good] = await on.sql(sql, [tenantA.id, tenantA.organization])
  return good!['id'] as string
}
const samples: Sample[] = [
  { route: 'GET /orders', as: 'employee', request: { query: { expand: 'items' } }, expect: 200 },
  {
    route: 'POST /orders',
    as: 'admin',
    request: async (on) => ({ body: { title: 'Order', items: [item('a', { good: await addGood(on) })] } }),
    expect: 201,
  },
  {
    route: 'PUT /orders',
    as: 'admin',
    request: async (on) => ({ body: { id: await make(on), title: 'x' } }),
    expect: 200,
  },
  {
    route: 'PUT /orders',
    as: 'admin',
    request: async (on) => ({ body: { id: await make(on), items: [item('c')] } }),
    expect: 200,
  },
  { route: 'PUT /orders', as: 'admin', request: { body: none }, expect: 404 },
  { route: 'DELETE /orders', as: 'admin', request: async (on) => ({ query: { id: await make(on) } }), expect: 200 },
  { route: 'DELETE /orders', as: 'admin', request: { query: none }, expect: 404 },
]

test('the checks of the kit hold for a resource with lines', { timeout: 120_000 }, async () => {
  const plain = defineModule({ ...shop, commands: orders.commands, routes: orders.routes })
  await using on = await testApp({ modules: [plain] })
  await checkContract(on, { samples, open: [], requests: 200 })
  await checkIsolation(on, { samples })
  await checkUndo(on, {
    examples: [
      { command: orders.create, input: { title: 'Order', items: [item('a')] } },
      { command: orders.update, input: async (at: TestPlatform) => ({ id: await make(at), items: [item('c')] }) },
      { command: orders.delete, input: async (at: TestPlatform) => ({ id: await make(at) }) },
    ],
  })
})

test('what does not fit is refused when it is declared or started', async () => {
  const spec = { access: { read: features.view, write: features.manage }, list: { select: ['id'] } } as const
  const items = (sums: Record<string, string>) =>
    lines(Item, { parent: 'order', input: input(Item, ['label']), sums: sums as {} })
  expect(() => lines(Item, { parent: 'order', input: input(Item, ['order']) })).toThrow("cannot take 'order'")
  expect(() =>
    resource('/orders', Order, { ...spec, input: input(Order, ['net']), lines: { items: items({ net: 'amount' }) } }),
  ).toThrow("takes 'net', which is a sum of its items")
  expect(() =>
    resource('/orders', Order, { ...spec, input: input(Order, ['title']), lines: { note: items({}) } }),
  ).toThrow("lines under the name 'note'")
  const other = resource('/orders', Order, {
    ...spec,
    input: input(Order, ['title']),
    lines: { items: items({ pieces: 'quantity' }) },
  })
  const twice = { items: items({ pieces: 'quantity' }), fees: items({ pieces: 'position' }) }
  expect(() => resource('/orders', Order, { ...spec, input: input(Order, ['title']), lines: twice })).toThrow(
    "sums 'pieces' of its items and of its fees",
  )
  const fixed = defineModule({
    ...shop,
    migrations: [
      ...shop.migrations!,
      defineMigration('shop.ranks', 'create unique index ranks on order_fees (tenant_id, order_id, rank)'),
    ],
  })
  await expect(testApp({ modules: [fixed] }).then(() => 'started')).rejects.toThrow("'ranks' must be a constraint")
  const broken = defineModule({ ...shop, commands: other.commands, routes: other.routes })
  await expect(testApp({ modules: [broken] }).then(() => 'started')).rejects.toThrow(
    `select plinth.lines('order_items', 'order_id', 'orders', '{"pieces":"quantity"}');`,
  )
})
