import { defineEntity, p } from '@mikro-orm/core'
import { auditLogs } from '@plinth/audit-logs'
import { businessRules } from '@plinth/business-rules'
import {
  defineCommand,
  defineEvents,
  defineFeatures,
  defineMigration,
  defineModule,
  Id,
  input,
  Ok,
  on,
  post,
  resource,
  Scoped,
  sql,
} from '@plinth/core'
import { anyOf, inScope } from '@plinth/core/data'
import { defineRulePoint } from '@plinth/core/rules'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { authApp } from '../../modules/auth/_accounts.ts'

const features = defineFeatures('shop', { view: 'View orders', sell: 'Sell' })
const events = defineEvents('shop', { 'order.placed': Id })
const heard: string[] = []

const Order = defineEntity({
  name: 'Order',
  tableName: 'orders',
  extends: Scoped,
  properties: {
    title: p.string(),
    price: p.integer(),
    amount: p.integer().default(1),
    total: p.integer().nullable(),
    code: p.string().nullable(),
    tax: p.integer().nullable(),
  },
})
const access = { read: features.view, write: features.sell }
const fields = input(Order, ['title', 'price'])
const orders = resource('/orders', Order, {
  access,
  input: fields,
  complete: () => ({ total: 18_000 }),
  list: { select: ['id', 'title', 'price', 'amount', 'total', 'code', 'tax'] },
  rules: { settable: ['price'] },
})
const { rules } = orders

const place = defineCommand({
  id: 'shop.orders.place',
  access: features.sell,
  resource: 'shop.order',
  rules: rules.create,
  input: fields,
  output: Id,
  async run({ input, from, emit }) {
    const { id } = await from.create(Order, { ...input, total: input.price * 3 })
    emit(events['order.placed'], { id })
    return { id }
  },
})
const raise = defineCommand({
  id: 'shop.orders.raise',
  access: features.sell,
  rules: rules.update,
  input: z.object({ title: z.string(), by: z.number() }),
  output: Ok,
  async run({ db, scope, input }) {
    await sql`update orders o set price = price + ${input.by} where ${inScope(scope, 'o')} and title = ${input.title}`.execute(
      db,
    )
    return { ok: true as const }
  },
})
const clear = defineCommand({
  id: 'shop.orders.clear',
  access: features.sell,
  rules: rules.delete,
  input: z.object({ ids: z.array(z.uuid()) }),
  output: Ok,
  async run({ from, input }) {
    await from.delete(Order, 'o').where('o.id', '=', anyOf(input.ids)).execute()
    return { ok: true as const }
  },
})
const placeAndRaise = defineCommand({
  id: 'shop.orders.place_and_raise',
  access: features.sell,
  input: fields.extend({ by: z.number(), times: z.number().default(1) }),
  output: Ok,
  async run({ run, db, input: { by, times, ...order } }) {
    for (let time = 0; time < times; time++) {
      const { id } = await run(place, order)
      await sql`update orders set total = total + ${by} where id = ${id}`.execute(db)
    }
    return { ok: true as const }
  },
})

/** A point with statements of its own, of which the platform knows no entity. */
const noteRules = defineRulePoint('shop:note', {
  title: 'Note',
  data: z.object({ text: z.string(), loudText: z.string().nullable() }),
  async load({ db, scope }, id) {
    const { rows } = await sql<{ text: string; loudText: string | null }>`
      select text, loud_text as "loudText" from notes n where ${inScope(scope, 'n')} and id = ${id}`.execute(db)
    return rows[0] ?? null
  },
})
const writeNote = defineCommand({
  id: 'shop.notes.write',
  access: features.sell,
  rules: noteRules.create,
  input: z.object({ text: z.string() }),
  output: Id,
  async run({ db, scope, input }) {
    const id = crypto.randomUUID()
    await sql`insert into notes (id, tenant_id, organization_id, text)
      values (${id}, ${scope.tenantId}, ${scope.organizationId}, ${input.text})`.execute(db)
    return { id }
  },
})
const eraseNote = defineCommand({
  id: 'shop.notes.erase',
  access: features.sell,
  rules: noteRules.delete,
  input: Id,
  output: Ok,
  async run({ db, input }) {
    await sql`delete from notes where id = ${input.id}`.execute(db)
    return { ok: true as const }
  },
})

const tables = `
  select plinth.scoped_table('orders', $$title text not null, price integer not null, amount integer not null default 1,
    total integer, code text, tax integer generated always as (price / 5) stored$$);
  create function shop_code() returns trigger language plpgsql as $$
    begin new.code := upper(new.title); return new; end $$;
  create trigger code before insert or update on orders for each row execute function shop_code();
  select plinth.scoped_table('notes', $$text text not null, loud_text text generated always as (upper(text)) stored$$);`
const shop = defineModule({
  id: 'shop',
  title: 'Shop',
  features,
  events,
  roles: { admin: ['shop.*'] },
  entities: [Order],
  migrations: [defineMigration('shop.tables', tables)],
  commands: [...orders.commands, place, raise, clear, placeAndRaise, writeNote, eraseNote],
  routes: [
    ...orders.routes,
    post('/place', place, { status: 201 }),
    post('/raise', raise),
    post('/clear', clear),
    post('/place-and-raise', placeAndRaise),
    post('/notes', writeNote, { status: 201 }),
    post('/notes/erase', eraseNote),
  ],
  subscribers: [on(events['order.placed'], ({ payload }) => void heard.push(payload.id))],
})

const open = async () => {
  const app = await authApp({ modules: [auditLogs, businessRules({ mailAddresses: ['boss@acme.com'] }), shop] })
  const admin = app.as('admin')
  const guard = async (eventType: string, [field, operator, value]: readonly unknown[], more: object = {}) => {
    const made = await admin.post('/business_rules/rules', {
      ruleId: crypto.randomUUID(),
      ruleName: `The ${String(field)}`,
      ruleType: 'GUARD',
      entityType: 'shop:order',
      eventType,
      conditionExpression: { field, operator, value },
      ...more,
    })
    expect(made.status, made.text).toBe(201)
    return made.body.id as string
  }
  const off = (id: string) => admin.put('/business_rules/rules', { id, enabled: false })
  const change = (direction: 'undo' | 'redo', body: object) =>
    admin.post(`/audit_logs/audit-logs/actions/${direction}`, body)
  const stored = () => app.sql('select title, price, total from orders order by title, price')
  return { app, admin, guard, off, change, stored, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() }
}

test('a guard decides on what is stored, whatever has computed it, and nothing of what it denies stays', async () => {
  await using shopping = await open()
  const { app, admin, guard, off, stored } = shopping
  for (const [field, test, path, order] of [
    // Computed by the command, by `complete`, by a default, by a trigger, and by the table.
    ['total', ['<=', 7000], '/place', { title: 'a', price: 6000 }],
    ['total', ['<=', 7000], '/orders', { title: 'a', price: 6000 }],
    ['amount', ['>', 1], '/orders', { title: 'a', price: 1 }],
    ['code', ['!=', 'A'], '/place', { title: 'a', price: 1 }],
    ['tax', ['<', 100], '/place', { title: 'a', price: 500 }],
  ] as const) {
    const id = await guard('beforeSave', [field, ...test])
    const before = await app.sql('select count(*) from plinth.action_log')
    const refused = await admin.post(path, order)
    expect([refused.status, refused.body.error], `${field} ${path}`).toEqual([422, `The ${field}`])
    expect(refused.operation).toBeNull()
    expect([await stored(), heard]).toEqual([[], []])
    expect(await app.sql('select count(*) from plinth.action_log')).toEqual(before)
    await off(id)
  }
  await guard('beforeCreate', ['total', '<=', 18_000])
  expect((await admin.post('/orders', { title: 'b', price: 1 })).status).toBe(201)
  expect((await admin.post('/place', { title: 'c', price: 6001 })).status).toBe(422)
  await guard('beforeCreate', ['sum', '<=', 7000])
  const unknown = await admin.post('/place', { title: 'd', price: 1 })
  expect([unknown.status, unknown.body.error]).toEqual([422, expect.stringContaining('sum is missing')])
})

test('a guard sees what rules have set, and former values where there are any', async () => {
  await using shopping = await open()
  const { admin, guard, stored } = shopping
  await guard('beforeSave', ['price', '>', 100], {
    ruleType: 'CALCULATION',
    successActions: [{ type: 'SET_FIELD', config: { field: 'price', value: 100 } }],
  })
  await guard('beforeSave', ['price', '<=', 100])
  await guard('beforeSave', ['before.title', '!=', 'sealed'])
  const { body } = await admin.post('/place', { title: 'a', price: 5000 })
  expect(await stored()).toEqual([{ title: 'a', price: 100, total: 300 }])
  expect((await admin.put('/orders', { id: body.id, title: 'sealed', price: 900 })).status).toBe(200)
  expect((await admin.put('/orders', { id: body.id, title: 'open' })).status).toBe(422)
  expect(await stored()).toEqual([{ title: 'sealed', price: 100, total: 18_000 }])
})

test('every row of a command is decided on, also by commands inside others, when all of them have run', async () => {
  await using shopping = await open()
  const { app, admin, guard, stored } = shopping
  const make = async (title: string, price: number) => (await admin.post('/place', { title, price })).body.id as string
  const [one, two] = [await make('a', 1), await make('a', 90)]
  await guard('beforeUpdate', ['price', '<=', 100])
  expect((await admin.post('/raise', { title: 'a', by: 20 })).status).toBe(422)
  expect((await admin.post('/raise', { title: 'a', by: 10 })).status).toBe(200)
  await guard('beforeDelete', ['price', '<', 100])
  expect((await admin.post('/clear', { ids: [one, two] })).status).toBe(422)
  expect(await stored()).toMatchObject([{ price: 11 }, { price: 100 }])
  expect((await admin.post('/clear', { ids: [one] })).status).toBe(200)
  await guard('beforeCreate', ['total', '<=', 300])
  const inner = await admin.post('/place-and-raise', { title: 'b', price: 50, by: 500 })
  expect([inner.status, inner.body.error]).toEqual([422, 'The total'])
  const before = app.queries()
  expect((await admin.post('/place-and-raise', { title: 'b', price: 50, by: 1 })).status).toBe(200)
  const few = app.queries() - before
  const start = app.queries()
  expect((await admin.post('/place-and-raise', { title: 'c', price: 50, by: 1, times: 6 })).status).toBe(200)
  // Two statements of each order, and none for its rules.
  expect(app.queries() - start - few).toBeLessThanOrEqual(15)
})

test('undo and redo ask what the command asks, about every row that they restore', async () => {
  await using shopping = await open()
  const { admin, guard, off, change, stored } = shopping
  const placed = await admin.post('/place', { title: 'a', price: 200 })
  const cheaper = await admin.put('/orders', { id: placed.body.id, price: 50 })
  const cheap = await guard('beforeSave', ['price', '<=', 100])
  const token = (made: typeof placed) => ({ undoToken: made.operation!.undoToken })
  const denied = await change('undo', token(cheaper))
  expect([denied.status, denied.body.error]).toEqual([422, 'The price'])
  expect(await stored()).toMatchObject([{ price: 50 }])
  await off(cheap)
  expect((await change('undo', token(cheaper))).status).toBe(200)
  const again = await guard('beforeUpdate', ['price', '>', 100])
  expect((await change('redo', { logId: cheaper.operation!.id })).status).toBe(422)
  await off(again)
  // Undoing a creation deletes the row; undoing a deletion creates it.
  const kept = await guard('beforeDelete', ['title', '!=', 'a'])
  const creation = await admin.post('/place', { title: 'a', price: 1 })
  expect((await change('undo', token(creation))).status).toBe(422)
  await off(kept)
  await guard('beforeCreate', ['total', '>', 1000])
  const cleared = await admin.post('/clear', { ids: [creation.body.id] })
  const restored = await change('undo', token(cleared))
  expect([restored.status, restored.text]).toEqual([422, expect.any(String)])
  expect(await stored()).toMatchObject([{ price: 200 }])
})

test('a point without an entity is decided on by what it loads, in undo and redo too', async () => {
  await using shopping = await open()
  const { app, admin, guard, off, change } = shopping
  const notes = { entityType: 'shop:note' }
  const loud = await guard('beforeCreate', ['loudText', '!=', 'SECRET'], notes)
  expect((await admin.post('/notes', { text: 'secret' })).status).toBe(422)
  await off(loud)
  const made = await admin.post('/notes', { text: 'secret' })
  await guard('beforeCreate', ['loudText', '!=', 'SECRET'], { ...notes, ruleId: 'again' })
  const erased = await admin.post('/notes/erase', { id: made.body.id })
  const restored = await change('undo', { undoToken: erased.operation!.undoToken })
  expect([restored.status, restored.text]).toEqual([422, expect.any(String)])
  expect(await app.sql('select from notes')).toEqual([])
})
