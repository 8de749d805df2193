import type { Client } from '@plinth/testing'
import { expect, test } from 'vitest'
import { addRole, addUser, PASSWORD, signIn, superAdminOf } from '@plinth/auth/testing'
import { addEntity, addRecord, defineField, everything, fieldsApp, uniqueKey } from './_app.ts'

/** Names of the records that a query finds, or the status of its refusal. */
const finder = (client: Client, entityId: string) => async (query: string) => {
  const { status, body } = await client.get(`/entities/records?entityId=${entityId}&${query}`)
  if (status !== 200) return [status, body.details?.[0]?.message]
  const names = (body.items as { name: string }[]).map(({ name }) => name).sort()
  expect([query, body.total]).toEqual([query, names.length])
  return names
}

const FIELDS = {
  size: { kind: 'integer' },
  weight: { kind: 'float' },
  due: { kind: 'date' },
  at: { kind: 'datetime' },
  vip: { kind: 'boolean' },
  colour: { kind: 'select', options: ['red', 'blue'] },
  tags: { kind: 'text', multi: true },
  sizes: { kind: 'integer', multi: true },
  secret: { kind: 'integer', encrypted: true, filterable: true },
  note: { kind: 'text' },
  checked_in: { kind: 'integer' },
}

const RECORDS = [
  {
    name: 'A',
    size: 1,
    weight: -0.5,
    due: '2026-01-31',
    at: '2026-12-31T23:30:00-10:00',
    vip: true,
    colour: 'red',
    tags: ['a', 'b'],
    sizes: [1, 5],
    secret: 7,
    note: 'x',
    checked_in: 1,
  },
  {
    name: 'B',
    size: 10,
    weight: 2.25,
    due: '2026-02-01',
    at: '2027-01-01T00:00',
    vip: false,
    colour: 'blue',
    tags: ['b'],
    sizes: [9],
    note: 'y, z',
    checked_in: 2,
  },
  { name: 'C', size: 100, weight: 1e6, due: '2026-12-01', at: '2027-01-02T00:00:00Z', colour: 'red' },
  { name: 'D' },
]

const FOUND: readonly (readonly [query: string, names: readonly string[]])[] = [
  ['size_gte=10', ['B', 'C']],
  ['cf_size_gt=10', ['C']],
  ['size_lte=10', ['A', 'B']],
  ['cf:size_lt=10', ['A']],
  ['size_gte=2&size_lt=100', ['B']],
  ['size_gt=10&size_lt=10', []],
  ['size_lt=9007199254740991&weight_gt=-1e300', ['A', 'B', 'C']],
  ['size_in=1,100', ['A', 'C']],
  ['size_not=1,100', ['B', 'D']],
  ['size_not=nothing', ['A', 'B', 'C', 'D']],
  ['weight_gte=-0.5&weight_lte=2.25', ['A', 'B']],
  ['weight_lt=0', ['A']],
  ['due_gte=2026-02-01&due_lte=2026-11-30', ['B']],
  ['due_lt=2026-02-01', ['A']],
  ['at_gte=2027-01-01T09:30:00Z', ['A', 'C']],
  ['at_gt=2027-01-01T09:30:00Z', ['C']],
  [`at_lte=${encodeURIComponent('2027-01-01T02:00:00+02:00')}`, ['B']],
  ['at_gte=2027-01-01&at_lt=2027-01-02', ['A', 'B']],
  ['at_gte=0001-01-01&at_lte=9999-12-31', ['A', 'B', 'C']],
  ['vip_not=true', ['B', 'C', 'D']],
  ['colour_in=red', ['A', 'C']],
  ['colour_not=red', ['B', 'D']],
  ['tags_in=a,nothing', ['A']],
  ['tags_not=a', ['B', 'C', 'D']],
  ['sizes_in=5,9', ['A', 'B']],
  ['secret_in=7,8', ['A']],
  ['note_in=x', ['A']],
  // A field of that name comes first.
  ['checked_in=1,2', ['A', 'B']],
  ['checked_in_gte=2', ['B']],
  ['checked_in_in=2', ['B']],
]

test('records are filtered by the operators of built-in lists, with and without an index', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const entityId = await addEntity(admin)
  for (const [key, settings] of Object.entries(FIELDS)) await defineField(admin, entityId, { key, ...settings })
  for (const values of RECORDS) await addRecord(admin, { entityId, values })
  const found = finder(admin, entityId)
  const check = async () => {
    for (const [query, names] of FOUND) expect([query, await found(query)]).toEqual([query, names])
  }
  await check()
  for (const [key, settings] of Object.entries(FIELDS))
    await defineField(admin, entityId, { key, ...settings, filterable: true })
  await app.jobs()
  const [ready] = await app.sql<{ count: number }>(
    `select count(*)::int as count from plinth.custom_indexes where entity = '${entityId}' and is_filled`,
  )
  expect(ready!.count).toBe(Object.keys(FIELDS).length)
  await check()
  // Only the index is read.
  await app.sql(`delete from plinth.custom_values where entity = '${entityId}'`)
  for (const query of ['size_gte=0', 'due_gte=2000-01-01', 'at_gte=2000-01-01'])
    expect([query, await found(query)]).toEqual([query, []])
})

test('what no field can be compared with is refused, and so are fields that are unknown', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const entityId = await addEntity(admin)
  for (const [key, settings] of Object.entries(FIELDS)) await defineField(admin, entityId, { key, ...settings })
  await addRecord(admin, { entityId, values: { name: 'A' } })
  const found = finder(admin, entityId)
  for (const query of [
    'name_gte=a',
    'vip_lt=true',
    'colour_gt=a',
    'tags_gte=a',
    'sizes_lte=5',
    'secret_gt=5',
    'nothing_gte=5',
    'nothing_in=5',
    'cf_nothing_not=5',
    'size_gte_gte=5',
  ])
    expect([query, await found(query)]).toEqual([query, [400, 'Unknown property']])
  for (const [query, message] of [
    ['size_gte=many', 'Must be a whole number'],
    ['size_gte=', 'Must be a whole number'],
    ['weight_lt=1e', 'Must be a number'],
    ['due_lte=2026-02-30', 'Must be a date like 2026-01-31'],
    ['at_gt=soon', 'Invalid date'],
  ] as const)
    expect([query, await found(query)]).toEqual([query, [400, message]])
  const filters = Array.from({ length: 21 }, (_, index) => `f${index}=1`).join('&')
  expect(await found(filters)).toEqual([400, undefined])
})

test('bounds without an offset are in the time zone of the caller', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const entityId = await addEntity(admin)
  await defineField(admin, entityId, { key: 'at', kind: 'datetime' })
  await addRecord(admin, { entityId, values: { name: 'A', at: '2026-06-30T22:30:00Z' } })
  const found = finder(admin, entityId)
  expect(await found('at_gte=2026-07-01')).toEqual([])
  expect((await admin.put('/directory/settings', { timeZone: 'Europe/Berlin' })).status).toBe(200)
  expect(await found('at_gte=2026-07-01')).toEqual(['A'])
  expect(await found('at_lt=2026-07-01T00:30')).toEqual([])
  expect(await found('at_lt=2026-07-01T00:00Z')).toEqual(['A'])
})

test('nobody filters by what is hidden from them, however the parameter is spelled', async () => {
  await using app = await fieldsApp()
  const admin = superAdminOf(app)
  const entityId = await addEntity(admin)
  for (const key of ['cost', 'size', 'size_in']) await defineField(admin, entityId, { key, kind: 'integer' })
  await addRecord(admin, { entityId, values: { name: 'A', cost: 5, size: 1, size_in: 9 } })
  const roleId = await addRole(admin, `Role ${crypto.randomUUID()}`, { features: ['entities.records.view'] })
  const kind = `entities.${entityId.replace(':', '.')}`
  const policies = { [kind]: { read: ['cf_name', 'cf_size'] } }
  expect((await admin.put('/auth/roles/field-policies', { roleId, policies })).status).toBe(200)
  const email = `${crypto.randomUUID()}@acme.com`
  await addUser(admin, { email, password: PASSWORD, roles: [roleId] })
  const clerk = finder(await signIn(app, email), entityId)
  for (const query of ['cost=5', 'cost_gte=5', 'cf_cost_in=5', 'cost_not=6', 'costIn=5', 'size_in_gte=1'])
    expect([query, await clerk(query)]).toEqual([query, [400, 'Unknown property']])
  // As if there were no field that is called `size_in`.
  expect(await clerk('size_in=1')).toEqual(['A'])
  expect(await clerk('size_in=9')).toEqual([])
  expect(await finder(admin, entityId)('size_in=9')).toEqual(['A'])
})

test('built-in lists compare fields that customers have added', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const [level, since] = [uniqueKey(), uniqueKey()]
  for (const entityId of ['auth:user', 'catalog:catalog_product', 'directory:organization']) {
    await defineField(admin, entityId, { key: level, kind: 'integer' })
    await defineField(admin, entityId, { key: since, kind: 'date' })
  }
  const values = (number: number) => ({ [`cf_${level}`]: number, [`cf_${since}`]: `2026-0${number}-01` })
  for (const number of [1, 2, 3]) {
    await admin.post('/catalog/products', { title: `P${number}`, sku: `SKU-${number}`, ...values(number) })
    await admin.post('/directory/organizations', { name: `O${number}`, ...values(number) })
  }
  const count = async (query: string) => (await admin.get(query)).body.total
  for (const path of ['/catalog/products', '/directory/organizations?view=manage']) {
    const at = path + (path.includes('?') ? '&' : '?')
    expect([path, await count(`${at}cf_${level}_gte=2`)]).toEqual([path, 2])
    expect([path, await count(`${at}cf_${level}_gt=1&cf_${level}_lt=3`)]).toEqual([path, 1])
    expect([path, await count(`${at}cf_${since}_lte=2026-02-01`)]).toEqual([path, 2])
    expect([path, await count(`${at}cf_${level}_in=1,3`)]).toEqual([path, 2])
  }
  const { body } = await admin.get('/openapi.json')
  const names = body.paths['/catalog/products'].get.parameters.map(({ name }: { name: string }) => name)
  for (const suffix of ['', '_in', '_not', '_gte', '_gt', '_lte', '_lt'])
    expect(names).toContain(`cf_${level}${suffix}`)
})

test('days and times have a year that the database and clients write alike', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const entityId = await addEntity(admin)
  await defineField(admin, entityId, { key: 'day', kind: 'date' })
  await defineField(admin, entityId, { key: 'at', kind: 'datetime' })
  const add = async (values: object) => (await admin.post('/entities/records', { entityId, values })).status
  for (const day of ['0000-01-01', '0000-12-31']) expect([day, await add({ day })]).toEqual([day, 400])
  for (const day of ['0001-01-01', '9999-12-31']) expect([day, await add({ day })]).toEqual([day, 200])
  for (const at of ['0000-12-31T23:59:59Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00'])
    expect([at, await add({ at })]).toEqual([at, 400])
  for (const at of [
    '0001-01-01T00:00:00',
    '0001-01-01T00:00:00-14:00',
    '9999-12-31T23:59:59+14:00',
    '2026-02-28T10:00',
  ])
    expect([at, await add({ at })]).toEqual([at, 200])
})
