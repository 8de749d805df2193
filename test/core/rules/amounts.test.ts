import { auditLogs } from '@plinth/audit-logs'
import { businessRules } from '@plinth/business-rules'
import { defineEntity, p } from '@mikro-orm/core'
import { defineFeatures, defineMigration, defineModule, input, lines, resource, Scoped } from '@plinth/core'
import { money, quantity } from '@plinth/core/money'
import type { TestPlatform } from '@plinth/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { authApp } from '../../modules/auth/_accounts.ts'

const features = defineFeatures('bills', { view: 'View', manage: 'Manage' })
const Bill = defineEntity({
  name: 'Bill',
  tableName: 'bills',
  extends: Scoped,
  properties: {
    currency: p.string().length(3),
    net: money({ currency: 'currency' }),
    paid: money({ currency: 'currency' }).nullable(),
    limitCurrency: p.string().length(3).nullable(),
    limit: money({ currency: 'limitCurrency' }).nullable(),
    fee: money({ fixed: 'EUR' }).nullable(),
    weight: quantity({ unit: 'kilogram' }).nullable(),
  },
})
const Item = defineEntity({
  name: 'BillItem',
  tableName: 'bill_items',
  extends: Scoped,
  properties: { bill: () => p.manyToOne(Bill), price: money({ fixed: 'EUR' }) },
})
const names = ['currency', 'net', 'paid', 'limitCurrency', 'limit', 'fee', 'weight'] as const
const bills = resource('/bills', Bill, {
  access: { read: features.view, write: features.manage },
  input: input(Bill, [...names]),
  list: { select: ['id', ...names] },
  lines: { items: lines(Item, { parent: 'bill', input: input(Item, ['price']) }) },
  rules: {},
})
const Offer = defineEntity({
  name: 'Offer',
  tableName: 'offers',
  extends: Scoped,
  properties: {
    title: p.string(),
    currency: p.string().length(3),
    total: money({ currency: 'currency' }).default('0'),
  },
})
const OfferItem = defineEntity({
  name: 'OfferItem',
  tableName: 'offer_items',
  extends: Scoped,
  properties: {
    offer: () => p.manyToOne(Offer),
    label: p.string(),
    currency: p.string().length(3).nullable(),
    price: money({ currency: 'currency' }).nullable(),
    quantity: p.decimal('string').precision(12).scale(3),
    amount: money({ currency: 'currency' }).generated('price * quantity').nullable(),
  },
})
const offers = resource('/offers', Offer, {
  access: { read: features.view, write: features.manage },
  input: input(Offer, ['title', 'currency']),
  lines: {
    items: lines(OfferItem, {
      parent: 'offer',
      input: input(OfferItem, ['label', 'currency', 'price', 'quantity']),
      sums: { total: 'amount' },
    }),
  },
})
const module = defineModule({
  id: 'bills',
  title: 'Bills',
  features,
  roles: { admin: ['bills.*'] },
  entities: [Bill, Item, Offer, OfferItem],
  migrations: [
    defineMigration(
      'bills.tables',
      `select plinth.scoped_table('bills', $$currency text not null, net numeric(19,4) not null, paid numeric(19,4),
        limit_currency text, "limit" numeric(19,4), fee numeric(19,4), weight numeric(19,4)$$);
       select plinth.scoped_table('bill_items', 'bill_id uuid not null, price numeric(19,4) not null');
       select plinth.lines('bill_items', 'bill_id', 'bills', '{}');
       select plinth.scoped_table('offers', $$title text not null, currency text not null, total numeric(19,4) not null default 0$$);
       select plinth.scoped_table('offer_items', $$offer_id uuid not null, label text not null, currency text,
         price numeric(19,4), quantity numeric(12,3) not null,
         amount numeric(19,4) generated always as (price * quantity) stored$$);
       select plinth.lines('offer_items', 'offer_id', 'offers', '{"total": "amount"}')`,
    ),
  ],
  commands: [...bills.commands, ...offers.commands],
  routes: [...bills.routes, ...offers.routes],
})

let app: TestPlatform
beforeAll(async () => {
  app = await authApp({ modules: [auditLogs, businessRules(), module] })
})
afterAll(() => app?.platform.close())

const guard = async (conditionExpression: object) => {
  const made = await app.as('admin').post('/business_rules/rules', {
    ruleId: crypto.randomUUID(),
    ruleName: 'Within limits',
    ruleType: 'GUARD',
    entityType: 'bills:bill',
    eventType: 'beforeSave',
    conditionExpression,
    failureActions: [{ type: 'BLOCK_TRANSITION', config: { message: 'Too much' } }],
  })
  expect(made.status, made.text).toBe(201)
  return {
    [Symbol.asyncDispose]: async () => void (await app.as('admin').del(`/business_rules/rules?id=${made.body.id}`)),
  }
}
const create = async (fields: object) => {
  const { status, text } = await app.as('admin').post('/bills', { currency: 'EUR', net: 5, ...fields })
  return [status, text] as const
}
const below = (field: string, valueField: string) => ({ field, operator: '<=', value: null, valueField })
const refused = (why: string) => [422, expect.stringContaining(why)]

test('a rule compares amounts in one currency, and refuses what it cannot compare', async () => {
  await using _ = await guard(below('net', 'limit'))
  expect((await create({ limit: 10, limitCurrency: 'EUR' }))[0]).toBe(201)
  expect((await create({ limit: 1, limitCurrency: 'EUR' }))[0]).toBe(422)
  expect(await create({ limit: 10, limitCurrency: 'USD' })).toEqual(
    refused('net is in EUR and cannot be compared with limit, which is in USD'),
  )
  expect(await create({ limit: 10 })).toEqual(refused('limit, which is in an unknown currency'))
})

test('the order of the comparisons does not matter', async () => {
  await using _ = await guard({ operator: 'NOT', rules: [{ operator: 'AND', rules: [below('net', 'limit')] }] })
  expect((await create({ limit: 10, limitCurrency: 'USD' }))[0]).toBe(422)
})

test('amounts in a fixed currency, of lines, of the record before and in units', async () => {
  {
    await using _ = await guard(below('net', 'fee'))
    expect((await create({ fee: 10 }))[0]).toBe(201)
    expect(await create({ fee: 10, currency: 'JPY' })).toEqual(refused('fee, which is in EUR'))
  }
  {
    await using _ = await guard(below('net', 'items[0].price'))
    expect((await create({ items: [{ price: 10 }] }))[0]).toBe(201)
    expect(await create({ items: [{ price: 10 }], currency: 'CHF' })).toEqual(refused('net is in CHF'))
  }
  {
    await using _ = await guard(below('net', 'weight'))
    expect(await create({ weight: 10 })).toEqual(refused('weight, which is in kilogram'))
  }
  {
    const admin = app.as('admin')
    const { id } = (await admin.post('/bills', { currency: 'EUR', net: 5 })).body
    await using _ = await guard({
      operator: 'OR',
      rules: [{ field: 'before', operator: 'IS_EMPTY', value: null }, below('net', 'before.net')],
    })
    expect((await admin.put('/bills', { id, net: 4 })).status).toBe(200)
    const changed = await admin.put('/bills', { id, currency: 'USD', net: 3 })
    expect([changed.status, changed.text]).toEqual(refused('before.net, which is in EUR'))
  }
  // Both are in the currency of the bill.
  await using _ = await guard(below('paid', 'net'))
  expect((await create({ paid: 5, currency: 'JPY' }))[0]).toBe(201)
})

const offerWith = async (...items: object[]) => {
  const { status, body, text } = await app.as('admin').post('/offers', {
    title: 'Offer',
    currency: 'EUR',
    items: items.map((one) => ({ label: 'x', quantity: 1, ...one })),
  })
  return { status, text, body, id: body.id as string }
}
const offerOf = async (id: string) => (await app.as('admin').get(`/offers?id=${id}&expand=items`)).body.items[0]

test('a sum of lines with more decimals than its currency does not keep the record from being changed', async () => {
  const admin = app.as('admin')
  const { id } = await offerWith({ currency: 'EUR', price: '0.1', quantity: '0.333' })
  const { total, items } = await offerOf(id)
  expect(total).toBe('0.0333')
  expect((await admin.put('/offers', { id, title: 'Renamed' })).status).toBe(200)
  expect((await admin.put('/offers', { id, items: [{ id: items[0].id, label: 'y' }] })).status).toBe(200)
  expect(await offerOf(id)).toMatchObject({ title: 'Renamed', total: '0.0333', items: [{ label: 'y' }] })
  // What is written itself is checked, also if only its currency is.
  const refused = await admin.put('/offers', {
    id,
    items: [
      { label: 'new', currency: 'EUR', price: '0.105', quantity: 1 },
      { id: items[0].id, price: '0.105' },
      { label: 'new', currency: 'QQQ', price: '1', quantity: 1 },
    ],
  })
  const message = 'Amounts in EUR have at most 2 decimals'
  expect([refused.status, refused.body.fieldErrors]).toMatchObject([
    400,
    { 'items.0.price': message, 'items.1.price': message, 'items.2.currency': 'QQQ is not a currency' },
  ])
  const unknown = await admin.post('/bills', { currency: 'QQQ', net: 5 })
  expect(unknown.body).toMatchObject({ fieldErrors: { currency: 'QQQ is not a currency' } })
  expect((await admin.put('/offers', { id, currency: 'JPY', items: [] })).status).toBe(400)
})

test('lines in another currency than the sum of their record are refused', async () => {
  const admin = app.as('admin')
  const mixed = await offerWith({ price: '1' }, { price: '1', currency: 'EUR' }, { price: '1', currency: 'USD' })
  expect([mixed.status, mixed.body]).toMatchObject([
    400,
    { details: [{ path: ['items', 2, 'currency'], message: 'Amounts in EUR and USD do not go together' }] },
  ])
  const { id } = await offerWith({ price: '1', currency: 'EUR' })
  const [item] = (await offerOf(id)).items
  const put = async (body: object) => {
    const answer = await admin.put('/offers', { id, ...body })
    return [answer.status, Object.keys(answer.body.fieldErrors ?? {})]
  }
  expect(await put({ currency: 'USD' })).toEqual([400, ['currency']])
  expect(await put({ currency: 'USD', items: [{ id: item.id, label: 'y' }] })).toEqual([400, ['items.0.currency']])
  expect(await put({ items: [{ id: item.id, currency: 'USD' }] })).toEqual([400, ['items.0.currency']])
  expect(await put({ currency: 'USD', items: [{ id: item.id, currency: 'USD' }] })).toEqual([200, []])
  expect(await put({ currency: 'EUR', items: [] })).toEqual([200, []])
  expect(await put({ currency: 'CHF' })).toEqual([200, []])
  const sum = (amount: ReturnType<typeof money>) => () =>
    resource('/offers', Offer, {
      access: { read: features.view, write: features.manage },
      input: input(Offer, ['title', 'currency']),
      lines: {
        items: lines(
          defineEntity({
            name: 'Part',
            tableName: 'parts',
            extends: Scoped,
            properties: { offer: () => p.manyToOne(Offer), amount },
          }),
          { parent: 'offer', input: z.object({}), sums: { total: 'amount' as never } },
        ),
      },
    })
  expect(sum(quantity({ unit: 'kilogram' }))).toThrow(
    "in its items, sums 'amount' into 'total', which is in another currency or unit",
  )
  expect(sum(money({ fixed: 'EUR' }))).not.toThrow()
})
