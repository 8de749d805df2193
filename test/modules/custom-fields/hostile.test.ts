import { expect, test } from 'vitest'
import { cpuMs, floorMs } from '../../_setup/floor.ts'
import { addEntity, defineField, everything, fieldsApp } from './_app.ts'

const deep = (levels: number): unknown => (levels === 0 ? 'x' : [deep(levels - 1)])

/** What every kind but those that are named refuses. */
const HOSTILE: Readonly<Record<string, { readonly value: unknown; readonly taken: readonly string[] }>> = {
  object: { value: { a: 1 }, taken: [] },
  list: { value: ['x'], taken: [] },
  deep: { value: deep(50), taken: [] },
  surrogate: { value: 'a\ud800', taken: [] },
  long: { value: 'x'.repeat(100_001), taken: [] },
  word: { value: 'abc', taken: ['text', 'multiline'] },
  big: { value: 1e300, taken: ['text', 'multiline', 'float'] },
  digits: { value: '0.1234567890123456789', taken: ['text', 'multiline'] },
  fraction: { value: 1.5, taken: ['text', 'multiline', 'float'] },
  prototype: { value: '__proto__', taken: ['text', 'multiline'] },
  foreign: { value: '99999999-9999-4999-8999-999999999999', taken: ['text', 'multiline'] },
  boolean: { value: true, taken: ['boolean'] },
  currency: { value: 'EUR', taken: ['text', 'multiline', 'currency'] },
  date: { value: '2026-02-28', taken: ['text', 'multiline', 'date'] },
  noDate: { value: '2026-02-30', taken: ['text', 'multiline'] },
  time: { value: '2026-02-28T10:00:00Z', taken: ['text', 'multiline', 'datetime'] },
}

test('every kind refuses what it cannot hold, with 400 and the field, and keeps nothing of it', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const entityId = await addEntity(admin)
  const { body: dictionary } = await admin.post('/dictionaries', { key: 'colors', name: 'Colors' })
  const settings: Readonly<Record<string, object>> = {
    text: {},
    multiline: {},
    integer: {},
    float: {},
    boolean: {},
    select: { options: ['S', 'L'] },
    relation: { relatedEntityId: entityId },
    attachment: {},
    currency: {},
    dictionary: { dictionaryId: dictionary.id },
    date: {},
    datetime: {},
  }
  // No module with files is composed, so that attachments cannot be looked up.
  const unchecked = ['attachment']
  for (const [kind, config] of Object.entries(settings))
    await defineField(admin, entityId, { key: kind, kind, ...config })
  const wrong: unknown[] = []
  for (const kind of Object.keys(settings))
    for (const [name, { value, taken }] of Object.entries(HOSTILE)) {
      if (unchecked.includes(kind) && typeof value === 'string') continue
      const { status, body } = await admin.post('/entities/records', { entityId, values: { [kind]: value } })
      const isRefused = status === 400 && typeof body.fields?.[`cf_${kind}`] === 'string'
      const isTaken = status === 200
      if (taken.includes(kind) ? !isTaken : !isRefused) wrong.push([kind, name, status, body])
    }
  expect(wrong).toEqual([])
})

test('a number in JSON that JavaScript would round is refused, and kept by digit in text', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const entityId = await addEntity(admin)
  for (const kind of ['text', 'integer', 'float']) await defineField(admin, entityId, { key: kind, kind })
  const post = (values: string) => admin.post('/entities/records', `{"entityId":"${entityId}","values":${values}}`)
  for (const number of ['9007199254740993', '-0.12345678901234567891', '1e400', '1e-400'])
    for (const [kind, status] of [
      ['text', 200],
      ['integer', 400],
      ['float', 400],
    ] as const) {
      expect([kind, number, (await post(`{"${kind}":${number}}`)).status]).toEqual([kind, number, status])
      if (kind === 'text')
        expect((await admin.get(`/entities/records?entityId=${entityId}&text=${number}`)).body.total).toBe(1)
    }
  for (const number of ['0.10000000000000001', '0.30000000000000004', '1e21', '"9007199254740991"'])
    expect([number, (await post(`{"float":${number}}`)).status]).toEqual([number, 200])
})

test('null and empty clear a field of every kind', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const entityId = await addEntity(admin)
  for (const kind of ['text', 'integer', 'float', 'boolean', 'select', 'date', 'datetime', 'currency', 'relation'])
    await defineField(admin, entityId, { key: kind, kind })
  await defineField(admin, entityId, { key: 'many', multi: true })
  const { status, body } = await admin.post('/entities/records', {
    entityId,
    values: {
      text: null,
      integer: '',
      float: null,
      boolean: '',
      select: '',
      date: '',
      currency: '',
      relation: '',
      many: [],
    },
  })
  expect([status, body.fields]).toEqual([200, undefined])
  const { items } = (await admin.get(`/entities/records?entityId=${entityId}`)).body
  expect(items[0]).toMatchObject({ text: null, integer: null, boolean: null, many: [] })
})

test('patterns share one budget however many keys, rules and values they are', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const entityId = await addEntity(admin)
  const rules = Array.from({ length: 32 }, (_, index) => ({
    rule: 'regex',
    message: 'no',
    param: `(a|b)*a(a|b){12}$|${index}|x*`,
  }))
  const keys = Array.from({ length: 40 }, (_, index) => `k${index}`)
  const fields = keys.map((key) => ({ key, kind: 'text', configJson: { multi: true, validation: rules } }))
  await admin.post('/entities/definitions.batch', { entityId, definitions: fields })
  const text = Array.from({ length: 100 }, (_, index) => 'ab'[((index * index) % 7) % 2]).join('')
  const values = Object.fromEntries(keys.map((key) => [key, Array.from({ length: 30 }, (_, index) => text + index)]))
  await admin.post('/entities/records', { entityId, values: { k0: ['a'] } })
  const before = process.cpuUsage()
  const { status, body } = await admin.post('/entities/records', { entityId, values })
  const cost = cpuMs(before)
  expect([status, JSON.stringify(body.fields)]).toEqual([400, expect.stringContaining('too many steps')])
  expect(cost).toBeLessThan(40 * floorMs())
  // What people write is far below the budget.
  const ordinary = Object.fromEntries(keys.slice(0, 8).map((key) => [key, ['ab', 'b']]))
  expect((await admin.post('/entities/records', { entityId, values: ordinary })).status).toBe(200)
})

test('names of prototypes and too many keys are refused like unknown ones', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const entityId = await addEntity(admin)
  for (const name of ['constructor', 'toString', 'hasOwnProperty']) {
    const { status, body } = await admin.post('/entities/records', { entityId, values: { [name]: 1 } })
    expect([status, body.fields]).toEqual([400, { [`cf_${name}`]: 'Unknown custom field' }])
  }
  for (const key of ['__proto__', 'constructor', 'prototype', 'id', 'entity_id', 'cf_size']) {
    const { status, body } = await admin.post('/entities/definitions', { entityId, key, kind: 'text' })
    expect([key, status, JSON.stringify(body)]).toEqual([key, 400, expect.stringContaining('reserved')])
  }
  const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`k${index}`, 1]))
  const { status, body } = await admin.post('/entities/records', { entityId, values: many })
  expect([status, body.fields]).toEqual([400, { _customFields: 'Too many custom fields' }])
  const product = await admin.post('/catalog/products', { title: 'x', customFields: many })
  expect(product.status).toBe(400)
  await defineField(admin, 'catalog:catalog_product', { key: 'size' })
  const sized = await admin.post('/catalog/products', { title: 'x', customFields: many })
  expect([sized.status, sized.body.fields]).toEqual([400, { _customFields: 'Too many custom fields' }])
})

test('text that the database cannot hold is refused', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const key = await defineField(admin, 'catalog:catalog_product')
  for (const text of ['a\0b', 'a\ud800']) {
    const { status, body } = await admin.post('/catalog/products', { title: 'x', [`cf_${key}`]: text })
    expect([status, body.fields]).toEqual([400, { [`cf_${key}`]: 'Text cannot hold U+0000 or half of a character' }])
  }
  const entityId = await addEntity(admin)
  expect((await admin.post('/entities/records', { entityId, values: { name: 'a\0b' } })).status).toBe(400)
})

test('the values of a record have a size, however many requests they take', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const entityId = await addEntity(admin)
  const keys = Array.from({ length: 12 }, (_, index) => `k${index}`)
  const definitions = keys.map((key) => ({ key, kind: 'multiline' }))
  await admin.post('/entities/definitions.batch', { entityId, definitions })
  const { body } = await admin.post('/entities/records', { entityId, values: { name: 'x' } })
  const { recordId } = body.item
  const save = (values: object) => admin.put('/entities/records', { entityId, recordId, values })
  const statuses = []
  for (const key of keys) statuses.push((await save({ [key]: 'x'.repeat(99_999) })).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 400, 400])
  expect((await save({ k11: 'x'.repeat(99_999) })).body.fields).toEqual({
    _customFields: expect.stringContaining('1 MiB'),
  })
  expect((await save({ k0: null, k11: 'x' })).status).toBe(200)
})
