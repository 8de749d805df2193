import { auditLogs } from '@plinth/audit-logs'
import { businessRules } from '@plinth/business-rules'
import { defineEntity, p } from '@mikro-orm/core'
import { defineFeatures, defineMigration, defineModule, input, lines, resource, Scoped } from '@plinth/core'
import { money, quantity } from '@plinth/core/money'
import type { TestPlatform } from '@plinth/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
const module = defineModule({
  id: 'bills',
  title: 'Bills',
  features,
  roles: { admin: ['bills.*'] },
  entities: [Bill, Item],
  migrations: [
    defineMigration(
      'bills.tables',
      `select plinth.scoped_table('bills', $$currency text not null, net numeric(19,4) not null, paid numeric(19,4),
        limit_currency text, "limit" numeric(19,4), fee numeric(19,4), weight numeric(19,4)$$);
       select plinth.scoped_table('bill_items', 'bill_id uuid not null, price numeric(19,4) not null');
       select plinth.lines('bill_items', 'bill_id', 'bills', '{}')`,
    ),
  ],
  commands: bills.commands,
  routes: bills.routes,
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
