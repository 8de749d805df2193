import { defineEntity, p } from '@mikro-orm/core'
import { input, partial, Scoped, TenantScoped, view } from '@plinth/core'
import { expect, test } from 'vitest'
import { z } from 'zod'

const Customer = defineEntity({ name: 'Customer', tableName: 'customers', extends: TenantScoped, properties: {} })
const Order = defineEntity({
  name: 'Order',
  tableName: 'orders',
  extends: Scoped,
  properties: {
    title: p.string(),
    note: p.string().length(5).nullable(),
    status: p.enum(['open', 'closed']),
    customer: () => p.manyToOne(Customer),
    dueAt: p.datetime().nullable(),
    day: p.date().nullable(),
    pieces: p.integer().default(1),
    price: p.decimal().precision(8).scale(2),
    weight: p.decimal('number').precision(4).scale(0).nullable(),
    data: p.json<unknown>().nullable(),
    labels: p.array<string>().columnType('text[]').default([]),
    bytes: p.blob().nullable(),
  },
})

const Fields = input(Order, [
  'title',
  'note',
  'status',
  'customer',
  'dueAt',
  'day',
  'pieces',
  'price',
  'weight',
  'data',
  'labels',
])
const id = 'AAAAAAAA-0000-4000-8000-000000000001'
const least = { title: ' A ', status: 'open', customer: id, price: 1.5 }

test('an input takes what the properties hold, in the spelling of callers', () => {
  expect(Fields.parse(least)).toEqual({ title: 'A', status: 'open', customer: id.toLowerCase(), price: '1.5' })
  const more = { note: ' ', dueAt: '2026-01-31T12:00:00+01:00', pieces: 2, price: '-123456.78', data: { a: [1] } }
  expect(Fields.parse({ ...least, ...more, labels: ['x'], weight: null })).toMatchObject({
    note: null,
    dueAt: new Date('2026-01-31T11:00:00Z'),
    pieces: 2,
    price: '-123456.78',
    data: { a: [1] },
    labels: ['x'],
    weight: null,
  })
})

test.each([
  ['title', ' '],
  ['title', 'x'.repeat(256)],
  ['title', null],
  ['title', 'a\0b'],
  ['note', 'longer'],
  ['status', 'lost'],
  ['customer', 'nobody'],
  ['dueAt', 'tomorrow'],
  ['dueAt', '0000-01-01T00:00:00Z'],
  ['dueAt', '9999-12-31T23:59:59-14:00'],
  ['day', '0000-01-01'],
  ['pieces', 2 ** 31],
  ['pieces', 1.5],
  ['price', '1234567'],
  ['price', '1.234'],
  ['data', 'x'.repeat(20_000)],
  ['labels', ['a\0b']],
])('an input refuses %s %j', (name, value) => {
  const { success, error } = Fields.safeParse({ ...least, [name]: value })
  expect([success, error?.issues[0]?.path[0]]).toEqual([false, name])
})

test('clients are told the default of a new row, which is filled in by nothing but the database', () => {
  const jsonOf = (schema: z.ZodObject) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties!
  expect(jsonOf(Fields)['pieces']).toMatchObject({ type: 'integer', default: 1 })
  expect(jsonOf(Fields)['labels']).not.toHaveProperty('default')
  expect(Fields.parse(least)).not.toHaveProperty('pieces')
  const told = Fields.extend({ title: z.string().optional().meta({ description: 'Short' }) })
  expect(jsonOf(partial(told))['pieces']).not.toHaveProperty('default')
  expect(jsonOf(partial(told))['title']).toMatchObject({ description: 'Short' })
})

test('a view shows rows as they are, and drops the rest', () => {
  const shown = view(Order, ['id', 'note', 'dueAt', 'price', 'customer'])
  const row = { id, note: null, dueAt: '2026-01-31T12:00:00.000Z', price: '1.50', customer: id }
  expect(shown.parse({ ...row, title: 'hidden' } as never)).toEqual(row)
  expect(shown.safeParse({ ...row, price: 1.5 } as never).success).toBe(false)
})

test('an unknown property, and one whose values have no spelling, are refused in words', () => {
  const unknown = 'colour' as 'title'
  expect(() => view(Order, [unknown])).toThrow("A view of 'Order' names 'colour', which is not a property")
  expect(() => input(Order, [unknown])).toThrow("An input of 'Order' names 'colour', which is not a property")
  expect(() => view(Order, ['bytes'])).toThrow("A view of 'Order' cannot show 'bytes'")
  expect(() => input(Order, ['bytes'])).toThrow("An input of 'Order' cannot take 'bytes'")
})
