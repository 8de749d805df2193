import { auditLogs } from '@plinth/audit-logs'
import { dictionaries } from '@plinth/dictionaries'
import { addDictionary, addEntry } from '@plinth/dictionaries/testing'
import { directory } from '@plinth/directory'
import { directoryFixtures } from '@plinth/directory/testing'
import { tenantA, type TestPlatform, type TestResponse } from '@plinth/testing'
import { expect, test } from 'vitest'
import { testApp } from '../../_setup/app.ts'

const auth = { id: 'auth', title: 'Auth' }
const open = () => testApp({ modules: [directory, auth, auditLogs, dictionaries], prepare: directoryFixtures.prepare! })
const undo = (app: TestPlatform, { operation }: TestResponse) =>
  app.as('admin').post('/audit_logs/audit-logs/actions/undo', { undoToken: operation?.undoToken })
const values = async (client: ReturnType<TestPlatform['as']>, id: string) =>
  ((await client.get(`/dictionaries/${id}/entries`)).body.items as { value: string }[]).map(({ value }) => value)

test('entries of a dictionary of the whole tenant belong to all of its organizations', async () => {
  await using app = await open()
  const admin = app.as({ features: ['*'], isSuperAdmin: true })
  const { body: other } = await admin.post('/directory/organizations', { name: 'Other' })
  const elsewhere = app.as({ features: ['dictionaries.*'], organizationId: other.id, organizationIds: [other.id] })
  const { items } = (await admin.get('/dictionaries')).body as { items: { id: string; key: string }[] }
  const unit = items.find(({ key }) => key === 'unit')!.id
  expect((await admin.post(`/dictionaries/${unit}/entries`, { value: 'bushel' })).status).toBe(201)
  expect(await values(elsewhere, unit)).toContain('bushel')
  const places = await app.sql(
    'select distinct organization_id as place from dictionary_entries where dictionary_id = $1',
    [unit],
  )
  expect(places).toEqual([{ place: null }])
})

test('a new tenant has currencies and units, which stay', async () => {
  await using app = await open()
  const admin = app.as('admin')
  const { body } = await admin.get('/dictionaries')
  expect(body.items).toMatchObject([
    { key: 'currency', name: 'Currencies', isSystem: true, isActive: true, isInherited: true },
    { key: 'unit', isSystem: true },
  ])
  const [currency, unit] = body.items as { id: string }[]
  const codes = await values(admin, currency!.id)
  expect(codes.slice(0, 4)).toEqual(['EUR', 'USD', 'GBP', 'PLN'])
  expect(codes.length).toBeGreaterThan(150)
  expect(await values(admin, unit!.id)).toHaveLength(39)
  const refused = await admin.patch(`/dictionaries/${currency!.id}`, { key: 'money' })
  expect([refused.status, refused.body.error]).toEqual([
    400,
    'The currency dictionary is required and cannot be modified or deleted.',
  ])
  expect((await admin.del(`/dictionaries/${unit!.id}`)).status).toBe(400)
  expect((await admin.patch(`/dictionaries/${currency!.id}`, { name: 'Money' })).body).toMatchObject({ name: 'Money' })
  expect((await admin.post(`/dictionaries/${unit!.id}/entries`, { value: 'crate' })).status).toBe(201)
})

test('shipped entries are stored when a tenant changes one', async () => {
  await using app = await open()
  const admin = app.as('admin')
  const items = (await admin.get('/dictionaries')).body.items as { id: string; key: string }[]
  const unit = items.find(({ key }) => key === 'unit')!.id
  const path = `/dictionaries/${unit}/entries`
  const read = async (query = '') => {
    const { items, ...page } = (await admin.get(`${path}${query}`)).body
    // Undo is a change, too.
    return { ...page, items: (items as Record<string, unknown>[]).map(({ updatedAt: _updatedAt, ...entry }) => entry) }
  }
  const stored = async () => (await app.sql('select from dictionary_entries where tenant_id = $1', [tenantA.id])).length
  const before = await read()
  expect([before.items.length, await stored()]).toEqual([39, 0])
  expect(before.items[0]).toMatchObject({ value: 'pcs', label: 'Piece', position: 0, color: null, isDefault: false })
  expect((await admin.patch(`/dictionaries/${unit}`, { entrySortMode: 'label_desc' })).status).toBe(200)
  const queries = ['', '?q=METRE', '?q=%25', '?page=2&pageSize=7', '?page=9&q=o']
  const lists = () => Promise.all(queries.map(read))
  const unstored = await lists()
  expect(unstored[0]?.items[0]).toMatchObject({ label: 'Year' })
  expect(unstored.map(({ items }) => items.length).slice(0, 3)).toEqual([39, 7, 0])
  const [first, second] = before.items as { id?: string }[]
  // Neither a refused write nor an unknown dictionary changes what is listed.
  expect((await admin.patch(`${path}/${unit}`, { label: 'x' })).status).toBe(404)
  expect([await stored(), await lists()]).toEqual([39, unstored])
  const one = await admin.patch(`${path}/${first!.id}`, { label: 'Item' })
  const other = await admin.del(`${path}/${second!.id}`)
  expect([one.body.label, (await read()).items.length]).toEqual(['Item', 38])
  for (const written of [one, other]) expect((await undo(app, written)).status).toBe(200)
  expect(await lists()).toEqual(unstored)
})

test('a dictionary has room for 5,000 entries, undo included', async () => {
  await using app = await open()
  const admin = app.as('admin')
  const entry = await addEntry(admin)
  const path = `/dictionaries/${entry.dictionaryId}/entries`
  const deleted = await admin.del(`${path}/${entry.id}`)
  await app.sql(
    `insert into dictionary_entries (id, tenant_id, organization_id, dictionary_id, value, normalized_value, label)
      select gen_random_uuid(), $1, $2, $3, i, i, i from generate_series(1, 5000) i`,
    [tenantA.id, tenantA.organization, entry.dictionaryId],
  )
  for (const refused of [await admin.post(path, { value: 'more' }), await undo(app, deleted)])
    expect([refused.status, refused.body.error]).toEqual([400, 'A dictionary can have at most 5000 entries'])
})

test('keys and values are unique, whatever the case, until they are deleted', async () => {
  await using app = await open()
  const admin = app.as('admin')
  const id = await addDictionary(admin, { key: 'colors' })
  expect((await admin.post('/dictionaries', { key: 'colors', name: 'Again' })).body).toMatchObject({
    error: 'A dictionary with this key already exists',
  })
  const { body } = await admin.post(`/dictionaries/${id}/entries`, { value: ' Red ', color: '#FF0000' })
  expect(body).toMatchObject({ value: 'Red', label: 'Red', color: '#ff0000', icon: null, isDefault: false })
  const taken = await admin.post(`/dictionaries/${id}/entries`, { value: 'RED' })
  expect([taken.status, taken.body.error]).toEqual([409, 'An entry with this value already exists.'])
  // Accents are composed by some systems, and not by others.
  expect((await admin.post(`/dictionaries/${id}/entries`, { value: 'Crème' })).status).toBe(201)
  const composed = await admin.post(`/dictionaries/${id}/entries`, { value: 'CRÈME'.normalize('NFD') })
  expect([composed.status, composed.body.error]).toEqual([409, 'An entry with this value already exists.'])
  const path = `/dictionaries/${id}/entries/${body.id}`
  expect((await admin.patch(path, { value: 'rED' })).body).toMatchObject({ value: 'rED', label: 'Red' })
  for (const [change, message] of [
    [{}, 'Provide at least one field to update.'],
    [{ color: 'red' }, 'Color must be a valid six-digit hex code like #3366ff'],
  ] as const) {
    const refused = await admin.patch(path, change)
    expect([refused.status, refused.body.error, refused.body.details[0].message]).toEqual([
      400,
      'Invalid input',
      message,
    ])
  }
  expect((await admin.del(`/dictionaries/${id}`)).status).toBe(200)
  expect((await admin.post('/dictionaries', { key: 'colors', name: 'Again' })).status).toBe(201)
})

test('entries are listed by label until they are put in order, and one of them is the default', async () => {
  await using app = await open()
  const admin = app.as('admin')
  const dictionaryId = await addDictionary(admin)
  const [c, a, b] = [
    await addEntry(admin, { dictionaryId, value: 'c' }),
    await addEntry(admin, { dictionaryId, value: 'a' }),
    await addEntry(admin, { dictionaryId, value: 'b' }),
  ]
  expect(await values(admin, dictionaryId)).toEqual(['a', 'b', 'c'])
  const path = `/dictionaries/${dictionaryId}/entries`
  const placed = await admin.post(path, { value: 'd', position: 7 })
  expect([placed.status, placed.body.position]).toEqual([201, 7])
  expect((await admin.patch(`${path}/${placed.body.id}`, { position: 3 })).body.position).toBe(3)
  await admin.del(`${path}/${placed.body.id}`)
  const ordered = await admin.post(`${path}/reorder`, {
    entries: [
      { id: c.id, position: 1 },
      { id: b.id, position: 2 },
    ],
  })
  expect(await values(admin, dictionaryId)).toEqual(['c', 'b', 'a'])
  expect((await undo(app, ordered)).status).toBe(200)
  expect(await values(admin, dictionaryId)).toEqual(['a', 'b', 'c'])
  await admin.post(`${path}/set-default`, { entryId: a.id })
  await admin.post(`${path}/set-default`, { entryId: b.id })
  const { items } = (await admin.get(path)).body as { items: { value: string; isDefault: boolean }[] }
  expect(items.filter(({ isDefault }) => isDefault)).toMatchObject([{ value: 'b' }])
  expect((await admin.get(`${path}?page=2&pageSize=2`)).body).toMatchObject({ items: [{ value: 'c' }], total: 3 })
  expect((await admin.get(`${path}?q=B`)).body.items).toMatchObject([{ value: 'b' }])
})

test('organizations inherit dictionaries of those above them, and change only their own', async () => {
  await using app = await open()
  const admin = app.as('admin')
  const { body: child } = await admin.post('/directory/organizations', {
    name: 'Child',
    parentId: tenantA.organization,
  })
  const { body: sibling } = await admin.post('/directory/organizations', {
    name: 'Sibling',
    parentId: tenantA.organization,
  })
  const within = (organizationId: string) =>
    app.as({ features: ['dictionaries.*'], organizationId, organizationIds: [organizationId] })
  const [inChild, inSibling] = [within(child.id), within(sibling.id)]
  const above = await addDictionary(admin, { key: 'above' })
  const below = await addDictionary(inChild, { key: 'below' })
  const keys = async (client: ReturnType<TestPlatform['as']>) =>
    ((await client.get('/dictionaries')).body.items as { key: string }[]).map(({ key }) => key).toSorted()
  expect(await keys(inChild)).toEqual(['above', 'below', 'currency', 'unit'])
  expect(await keys(inSibling)).toEqual(['above', 'currency', 'unit'])
  expect((await inChild.get(`/dictionaries/${above}`)).body).toMatchObject({ isInherited: true })
  expect((await inSibling.get(`/dictionaries/${below}`)).status).toBe(404)
  const statuses = [
    await inChild.patch(`/dictionaries/${above}`, { name: 'Mine' }),
    await inChild.del(`/dictionaries/${above}`),
    await inChild.post(`/dictionaries/${above}/entries`, { value: 'x' }),
    await inSibling.post(`/dictionaries/${below}/entries`, { value: 'x' }),
    await inChild.post(`/dictionaries/${below}/entries`, { value: 'x' }),
  ].map(({ status }) => status)
  expect(statuses).toEqual([404, 404, 403, 404, 201])
})

test('a deactivated dictionary is hidden and can be used again', async () => {
  await using app = await open()
  const admin = app.as('admin')
  const id = await addDictionary(admin, { key: 'old' })
  const hidden = await admin.patch(`/dictionaries/${id}`, { isActive: false })
  expect(hidden.body).toMatchObject({ isActive: false })
  expect((await admin.get('/dictionaries?q=old')).body.items).toEqual([])
  expect((await admin.get('/dictionaries?q=old&includeInactive=true')).body.items).toMatchObject([{ key: 'old' }])
  expect((await undo(app, hidden)).status).toBe(200)
  expect((await admin.get('/dictionaries?q=old')).body.items).toMatchObject([{ key: 'old' }])
})

test('whoever may manage dictionaries needs no right to view them', async () => {
  await using app = await open()
  const writer = app.as({ features: ['dictionaries.manage'] })
  const { id } = await addEntry(writer)
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  expect((await writer.get('/dictionaries')).status).toBe(403)
})

test('policies withhold the order and the default from whoever may change labels', async () => {
  await using app = await open()
  const admin = app.as('admin')
  const dictionaryId = await addDictionary(admin)
  const { id } = await addEntry(admin, { dictionaryId, value: 'a' })
  const clerk = app.as({
    features: ['dictionaries.*'],
    policies: {
      'dictionaries.dictionary': { fields: { write: ['name'] } },
      'dictionaries.entry': { fields: { write: ['label'] } },
    },
  })
  const path = `/dictionaries/${dictionaryId}/entries`
  expect((await clerk.patch(`${path}/${id}`, { label: 'A' })).status).toBe(200)
  const ordered = await clerk.post(`${path}/reorder`, { entries: [{ id, position: 3 }] })
  expect([ordered.status, ordered.body.fields]).toEqual([403, ['position']])
  const chosen = await clerk.post(`${path}/set-default`, { entryId: id })
  expect([chosen.status, chosen.body.fields]).toEqual([403, ['defaultEntryId']])
})
