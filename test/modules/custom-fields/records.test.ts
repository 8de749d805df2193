import { type Client, tenantB } from '@plinth/testing'
import { expect, test } from 'vitest'
import { addEntity, addRecord, defineField, everything, fieldsApp, undo } from './_app.ts'

const list = async (client: Client, entityId: string, query = '') =>
  (await client.get(`/entities/records?entityId=${entityId}&${query}`)).body

test('customers keep records of entities of their own', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const vehicle = await addEntity(admin, { showInSidebar: true })
  await defineField(admin, vehicle, { key: 'wheels', kind: 'integer' })
  await defineField(admin, vehicle, { key: 'tags', multi: true })
  const van = await addRecord(admin, { entityId: vehicle, values: { name: 'Van', wheels: '4', cf_tags: ['a'] } })
  const bike = await addRecord(admin, { entityId: vehicle, values: { name: 'Bike', wheels: 2 } })
  expect(await list(admin, vehicle, 'sortField=wheels')).toMatchObject({
    items: [
      { id: bike.recordId, name: 'Bike', wheels: 2, tags: null },
      { id: van.recordId, name: 'Van', wheels: 4, tags: ['a'] },
    ],
    total: 2,
    totalPages: 1,
  })
  expect((await list(admin, vehicle, 'wheels=2')).items).toMatchObject([{ name: 'Bike' }])
  expect((await list(admin, vehicle, 'cf_nameIn=Van,Car')).items).toMatchObject([{ name: 'Van' }])
  const changed = await admin.put('/entities/records', { ...van, values: { wheels: 6 } })
  expect((await list(admin, vehicle, `id=${van.recordId}`)).items).toMatchObject([
    { name: 'Van', wheels: 6, tags: ['a'] },
  ])
  expect((await undo(admin, changed)).status).toBe(200)
  expect((await list(admin, vehicle, `id=${van.recordId}`)).items).toMatchObject([{ wheels: 4 }])
  const csv = await admin.get(`/entities/records?entityId=${vehicle}&format=csv&sortField=name`)
  expect(csv.text.split('\n').slice(0, 2)).toEqual([
    'id,updatedAt,name,tags,wheels',
    expect.stringMatching(/,Bike,,2$/) as unknown as string,
  ])
  const deleted = await admin.del('/entities/records', van)
  expect((await list(admin, vehicle)).total).toBe(1)
  expect((await admin.del('/entities/records', van)).status).toBe(404)
  expect((await undo(admin, deleted)).status).toBe(200)
  expect((await list(admin, vehicle)).total).toBe(2)
  expect((await admin.get('/auth/admin/nav')).body.groups).toContainEqual(
    expect.objectContaining({
      id: 'entities.nav.group',
      items: [
        expect.objectContaining({
          href: '/backend/entities/user',
          children: [
            expect.objectContaining({
              title: 'Vehicle',
              href: `/backend/entities/user/${encodeURIComponent(vehicle)}/records`,
            }),
          ],
        }),
      ],
    }),
  )
  expect((await admin.get('/entities/sidebar-entities')).body.items).toEqual([
    { entityId: vehicle, label: 'Vehicle', href: `/backend/entities/user/${encodeURIComponent(vehicle)}/records` },
  ])
})

test('a record refers to records that exist, and its options are told by their labels', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const vehicle = await addEntity(admin)
  const driver = await addEntity(admin)
  await defineField(admin, driver, { key: 'vehicle', kind: 'relation', relatedEntityId: vehicle })
  await defineField(admin, driver, { key: 'user', kind: 'relation', relatedEntityId: 'auth:user' })
  const { recordId } = await addRecord(admin, { entityId: vehicle })
  const [user] = (await admin.get('/auth/users?pageSize=1')).body.items as { id: string; email: string }[]
  expect(await addRecord(admin, { entityId: driver, values: { vehicle: recordId, user: user!.id } })).toBeTruthy()
  const refused = await admin.post('/entities/records', {
    entityId: driver,
    values: { vehicle: user!.id, user: recordId },
  })
  expect(refused.body.fields).toEqual({
    cf_vehicle: 'Must be the id of a record that exists',
    cf_user: 'Must be the id of a record that exists',
  })
  const options = async (entityId: string, q = '') =>
    (await admin.get(`/entities/relations/options?entityId=${entityId}&q=${q}`)).body.items
  expect(await options(vehicle, 'va')).toEqual([{ value: recordId, label: 'Van' }])
  expect(await options('auth:user', user!.email)).toContainEqual({ value: user!.id, label: user!.email })
  expect(await options('auth:user_acl')).toEqual([])
  const reader = app.as({ features: ['entities.definitions.view'] })
  expect((await reader.get('/entities/relations/options?entityId=auth:user')).body.items).toEqual([])
})

test('nobody reaches records of another tenant or organization', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const { entityId, recordId } = await addRecord(admin)
  const { body: sibling } = await admin.post('/directory/organizations', { name: 'Sibling' })
  const strangers = [
    app.as({ tenantId: tenantB.id, organizationId: tenantB.organization, features: ['*'] }),
    app.as({ features: ['*'], organizationId: sibling.id, organizationIds: [sibling.id] }),
  ]
  for (const stranger of strangers) {
    await addEntity(stranger, { entityId })
    expect((await list(stranger, entityId)).items).toEqual([])
    const statuses = [
      await stranger.put('/entities/records', { entityId, recordId, values: { name: 'Mine' } }),
      await stranger.del('/entities/records', { entityId, recordId }),
    ].map(({ status }) => status)
    expect(statuses).toEqual([404, 404])
    const { body } = await stranger.post('/entities/records', { entityId, recordId, values: { name: 'Mine' } })
    expect((await list(stranger, entityId)).items).toMatchObject([{ id: body.item.recordId, name: 'Mine' }])
    expect((await stranger.get(`/entities/relations/options?entityId=${entityId}&q=Van`)).body.items).toEqual([])
  }
  expect((await list(admin, entityId, `id=${recordId}`)).items).toMatchObject([{ name: 'Van' }])
})

test('records are of registered entities only', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  for (const answer of [
    await admin.get('/entities/records?entityId=auth:user'),
    await admin.post('/entities/records', { entityId: 'auth:user', values: {} }),
  ])
    expect([answer.status, answer.body]).toEqual([
      400,
      {
        error: 'Records are available for custom entities only',
        code: 'system_entity_records_blocked',
        entityId: 'auth:user',
      },
    ])
  expect((await admin.post('/entities/entities', { entityId: 'catalog:product', label: 'x' })).body.error).toBe(
    'System entities cannot be registered as custom entities',
  )
  expect((await admin.get('/entities/records?entityId=shop:none')).status).toBe(404)
  const { entityId, recordId } = await addRecord(admin)
  expect((await admin.del('/entities/entities', { entityId })).status).toBe(200)
  expect((await list(admin, entityId)).items).toMatchObject([{ id: recordId, name: 'Van' }])
  expect((await admin.post('/entities/records', { entityId, values: {} })).status).toBe(404)
})

test('fields of an entity are encrypted before they have values, and undo takes that back', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const entityId = await addEntity(admin)
  const encrypted = async () => (await admin.get(`/entities/encryption?entityId=${entityId}`)).body.fields
  expect(await encrypted()).toEqual([])
  const body = { entityId, fields: [{ field: 'name', hashField: 'name_hash' }] }
  const saved = await admin.post('/entities/encryption', body)
  expect(saved.status).toBe(200)
  expect(await encrypted()).toEqual([{ field: 'name', hashField: 'name' }])
  expect((await undo(admin, saved)).status).toBe(200)
  expect(await encrypted()).toEqual([])
  await admin.post('/entities/encryption', body)
  await addRecord(admin, { entityId })
  expect((await list(admin, entityId, 'name=Van')).items).toMatchObject([{ name: 'Van' }])
  const [stored] = await app.sql('select custom::text as text from custom_entity_records')
  expect(stored!['text']).not.toContain('Van')
  expect((await admin.post('/entities/encryption', { ...body, isActive: false })).status).toBe(409)
  const unknown = await admin.post('/entities/encryption', { entityId, fields: [{ field: 'none' }] })
  expect([unknown.status, unknown.body.fields]).toEqual([400, { none: 'Unknown field' }])
})

test('values whose option, record or entry is gone are kept when a form sends them again, and are no new values', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const parts = await addEntity(admin)
  const [one, two] = [await addRecord(admin, { entityId: parts }), await addRecord(admin, { entityId: parts })]
  const { body: colors } = await admin.post('/dictionaries', { key: 'colors', name: 'Colors' })
  const entry = await admin.post(`/dictionaries/${colors.id}/entries`, { value: 'Red' })
  await admin.post(`/dictionaries/${colors.id}/entries`, { value: 'Blue' })
  const entityId = await addEntity(admin)
  const define = (sizes: readonly unknown[], most: number) =>
    Promise.all([
      defineField(admin, entityId, { key: 'size', kind: 'select', options: sizes }),
      defineField(admin, entityId, { key: 'sizes', kind: 'select', options: sizes, multi: true }),
      defineField(admin, entityId, {
        key: 'level',
        kind: 'integer',
        validation: [{ rule: 'lte', param: most, message: 'Too high' }],
      }),
    ])
  await define(['S', 7], 10)
  await defineField(admin, entityId, { key: 'part', kind: 'relation', relatedEntityId: parts })
  await defineField(admin, entityId, { key: 'parts', kind: 'relation', relatedEntityId: parts, multi: true })
  await defineField(admin, entityId, { key: 'color', kind: 'dictionary', dictionaryId: colors.id })
  const gone = one.recordId
  const values = {
    size: 7,
    sizes: ['S', 7],
    level: 8,
    part: gone,
    parts: [gone, two.recordId],
    color: 'Red',
    name: 'x',
  }
  const { recordId } = await addRecord(admin, { entityId, values })
  await define(['L'], 5)
  await admin.del('/entities/records', { entityId: parts, recordId: gone })
  await admin.del(`/dictionaries/${colors.id}/entries/${entry.body.id}`)
  const save = (changes: object) => admin.put('/entities/records', { entityId, recordId, values: changes })
  const record = async () => (await admin.get(`/entities/records?entityId=${entityId}&id=${recordId}`)).body.items[0]
  expect((await save({ ...values, size: '7', name: 'y' })).text).toContain(recordId)
  expect(await record()).toMatchObject({ ...values, name: 'y' })
  expect((await save({ sizes: [7, 'L'], parts: [gone] })).status).toBe(200)
  expect(await record()).toMatchObject({ sizes: [7, 'L'], parts: [gone] })
  for (const [key, value] of Object.entries({
    size: 'S',
    sizes: ['S'],
    level: 7,
    part: two.recordId + '0',
    color: 'Pink',
  }))
    expect([key, (await save({ [key]: value })).body.fields]).toEqual([key, { [`cf_${key}`]: expect.any(String) }])
  expect((await save({ color: 'Blue', part: two.recordId })).status).toBe(200)
  // What was replaced is gone.
  expect((await save({ part: gone })).status).toBe(400)
})

test('times are sorted and found as points in time, whatever their offsets are', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const entityId = await addEntity(admin)
  await defineField(admin, entityId, { key: 'at', kind: 'datetime' })
  const times = [
    '2026-05-31T09:00:00+02:00',
    '2026-05-31T08:00',
    '2026-05-31T00:30:00.5-08:00',
    null,
    '2026-05-31T23:00:00+14:00',
  ]
  for (const at of times) await addRecord(admin, { entityId, values: { name: String(at), at } })
  const sorted = async (sortDir: string) =>
    (await list(admin, entityId, `sortField=cf_at&sortDir=${sortDir}`)).items.map(({ at }: { at: string }) => at)
  expect(await sorted('asc')).toEqual([times[0], times[1], times[2], times[4], null])
  expect(await sorted('desc')).toEqual([times[4], times[2], times[1], times[0], null])
  const { items, total } = await list(admin, entityId, 'at=2026-05-31T07:00:00Z')
  expect([total, items[0]]).toEqual([1, expect.objectContaining({ at: times[0] })])
  // RFC 3339 allows lower case, too.
  await addRecord(admin, { entityId, values: { name: 'lower', at: '2026-05-30t23:30:00.25z' } })
  expect((await sorted('asc'))[0]).toBe('2026-05-30T23:30:00.25Z')
  for (const at of ['2026-05-30t23:30:00.25z', '2026-05-31t01:30:00.250%2B02:00'])
    expect((await list(admin, entityId, `at=${at}`)).items).toMatchObject([{ name: 'lower' }])
  const refused = await admin.post('/entities/records', { entityId, values: { at: '2026-02-30t00:00:00z' } })
  expect(refused.status).toBe(400)
})
