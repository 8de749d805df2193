import { tenantA, tenantB, type Client } from '@plinth/testing'
import { expect, test } from 'vitest'
import { cpuMs, floorMs } from '../../_setup/floor.ts'
import { addEntity, addRecord, defineField, everything, fieldsApp, undo } from './_app.ts'

const PRODUCT = 'catalog:catalog_product'
const USER = 'auth:user'
const fieldsOf = async (client: Client, entityId: string) =>
  ((await client.get(`/entities/definitions?entityId=${entityId}`)).body.items as { key: string }[]).map(
    ({ key }) => key,
  )
const addProduct = async (client: Client, fields: object = {}) =>
  (await client.post('/catalog/products', { title: crypto.randomUUID(), ...fields })).body.id as string
const productOf = async (client: Client, id: string) => (await client.get(`/catalog/products?id=${id}`)).body.items[0]

test('forms read fields with their settings, in the order of their priority', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  await defineField(admin, PRODUCT, { key: 'size', kind: 'select', options: ['S', 4], priority: 2, filterable: true })
  await defineField(admin, PRODUCT, { key: 'note', kind: 'multiline', label: 'Note', priority: 1, own: { kept: true } })
  const { body } = await admin.get(`/entities/definitions?entityIds=${PRODUCT},auth:user`)
  expect(body.items).toMatchObject([
    {
      key: 'note',
      kind: 'multiline',
      label: 'Note',
      multi: false,
      filterable: false,
      formEditable: true,
      listVisible: true,
      editor: 'markdown',
      priority: 1,
      entityId: PRODUCT,
    },
    {
      key: 'size',
      kind: 'select',
      label: 'size',
      multi: false,
      options: [
        { value: 'S', label: 'S' },
        { value: 4, label: '4' },
      ],
      filterable: true,
      formEditable: true,
      listVisible: true,
      priority: 2,
      entityId: PRODUCT,
    },
  ])
  expect(body.entitySettings).toEqual({
    [PRODUCT]: { singleFieldsetPerRecord: true },
    'auth:user': { singleFieldsetPerRecord: true },
  })
  const managed = (await admin.get(`/entities/definitions.manage?entityId=${PRODUCT}`)).body
  expect(managed.items[0]).toMatchObject({ key: 'note', configJson: { own: { kept: true } }, isInherited: false })
})

test('deleting a field hides its values, and restoring it or undoing brings them back', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const key = await defineField(admin, PRODUCT)
  const id = await addProduct(admin, { [`cf_${key}`]: 'kept' })
  const deleted = await admin.del('/entities/definitions', { entityId: PRODUCT, key })
  expect(deleted.status).toBe(200)
  expect(await productOf(admin, id)).not.toHaveProperty(`cf_${key}`)
  expect((await admin.put('/catalog/products', { id, [`cf_${key}`]: 'x' })).body.fields).toEqual({
    [`cf_${key}`]: 'Unknown custom field',
  })
  expect((await admin.get(`/entities/definitions.manage?entityId=${PRODUCT}`)).body.deletedKeys).toEqual([key])
  expect((await admin.post('/entities/definitions.restore', { entityId: PRODUCT, key })).status).toBe(200)
  expect(await productOf(admin, id)).toMatchObject({ [`cf_${key}`]: 'kept' })
  const again = await admin.del('/entities/definitions', { entityId: PRODUCT, key })
  expect((await undo(admin, again)).status).toBe(200)
  expect(await productOf(admin, id)).toMatchObject({ [`cf_${key}`]: 'kept' })
  await admin.del('/entities/definitions', { entityId: PRODUCT, key })
  await defineField(admin, PRODUCT, { key })
  expect(await productOf(admin, id)).toMatchObject({ [`cf_${key}`]: 'kept' })
})

test('organizations inherit fields of those above them, hide them, and never see those of others', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const below = async (name: string) =>
    (await admin.post('/directory/organizations', { name, parentId: tenantA.organization })).body.id as string
  const within = (organizationId: string) =>
    app.as({ features: ['*'], organizationId, organizationIds: [organizationId] })
  const [one, other] = [within(await below('One')), within(await below('Other'))]
  await defineField(admin, PRODUCT, { key: 'shared', kind: 'text' })
  await defineField(one, PRODUCT, { key: 'size', kind: 'integer' })
  await defineField(other, PRODUCT, { key: 'size', kind: 'boolean' })
  expect(await fieldsOf(one, PRODUCT)).toEqual(['shared', 'size'])
  expect(await fieldsOf(admin, PRODUCT)).toEqual(['shared'])
  const [mine, theirs] = [
    await addProduct(one, { cf_size: 4, cf_shared: 'x' }),
    await addProduct(other, { cf_size: true }),
  ]
  expect(await productOf(one, mine)).toMatchObject({ cf_size: 4, cf_shared: 'x' })
  expect(await productOf(other, theirs)).toMatchObject({ cf_size: true })
  expect((await other.post('/catalog/products', { title: 'x', cf_size: 4 })).status).toBe(400)
  expect((await other.del('/entities/definitions', { entityId: PRODUCT, key: 'shared' })).status).toBe(200)
  expect(await fieldsOf(other, PRODUCT)).toEqual(['size'])
  expect(await fieldsOf(one, PRODUCT)).toEqual(['shared', 'size'])
  const tenantWide = await admin.post('/entities/definitions', {
    entityId: PRODUCT,
    key: 'all',
    kind: 'text',
    tenantWide: true,
  })
  expect(tenantWide.status).toBe(200)
  expect(await fieldsOf(other, PRODUCT)).toEqual(['all', 'size'])
  const stranger = app.as({ tenantId: tenantB.id, features: ['*'] })
  expect(await fieldsOf(stranger, PRODUCT)).toEqual([])
})

test('fields, groups and entities of the whole tenant belong to no organization, whichever is selected', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const separate = (await admin.post('/directory/organizations', { name: 'Separate' })).body.id as string
  const elsewhere = app.as({ features: ['*'], organizationId: separate, organizationIds: [separate] })
  const field = { key: 'everywhere', kind: 'text', tenantWide: true }
  expect((await admin.post('/entities/definitions', { entityId: PRODUCT, ...field })).status).toBe(200)
  expect(await fieldsOf(elsewhere, PRODUCT)).toEqual(['everywhere'])
  const batch = { entityId: PRODUCT, tenantWide: true, definitions: [{ key: 'batch', kind: 'text' }], fieldsets: [] }
  expect((await admin.post('/entities/definitions.batch', batch)).status).toBe(200)
  const entity = { entityId: 'custom:vehicle', label: 'Vehicle', tenantWide: true }
  expect((await admin.post('/entities/entities', entity)).status).toBe(200)
  for (const table of ['custom_field_definitions', 'custom_fieldsets', 'custom_entities']) {
    const rows = await app.sql(`select distinct organization_id as place from ${table}`)
    expect([table, rows]).toEqual([table, [{ place: null }]])
  }
  expect((await admin.del('/entities/definitions', { entityId: PRODUCT, key: 'batch', tenantWide: true })).status).toBe(
    200,
  )
  expect(await fieldsOf(elsewhere, PRODUCT)).toEqual(['everywhere'])
  expect((await elsewhere.post('/entities/definitions', { entityId: PRODUCT, ...field, key: 'mine' })).status).toBe(400)
})

test('what is not a field is refused where it stands', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const save = async (body: object) => {
    const { status, body: answer } = await admin.post('/entities/definitions', {
      entityId: PRODUCT,
      key: 'x',
      kind: 'text',
      ...body,
    })
    return [status, answer.error, ...Object.keys(answer.details?.fieldErrors ?? {})]
  }
  expect(await save({ key: 'Not snake' })).toEqual([400, 'Validation failed', 'key'])
  expect(await save({ kind: 'phone' })).toEqual([400, 'Validation failed', 'kind'])
  for (const configJson of [
    { optionsUrl: 'javascript:alert(1)' },
    { optionsUrl: '//evil.example' },
    { validation: [{ rule: 'regex', param: '(?=a)', message: 'x' }] },
    { validation: [{ rule: 'regex', param: '(', message: 'x' }] },
    { validation: Array.from({ length: 33 }, () => ({ rule: 'required', message: 'x' })) },
    { options: Array.from({ length: 1001 }, (_, index) => index) },
    { note: 'x'.repeat(40_000) },
  ])
    expect(await save({ configJson })).toEqual([400, 'Validation failed', 'configJson'])
  expect(await save({ kind: 'dictionary' })).toEqual([400, 'dictionaryId is required for dictionary custom fields'])
  expect(await save({ entityId: 'entities:custom_field_def' })).toEqual([
    400,
    'Custom fields are not supported for this entity',
  ])
  const unreadable = await admin.post('/entities/definitions', '{')
  expect([unreadable.status, unreadable.body.error]).toEqual([400, 'Invalid JSON'])
})

test('a pattern cannot stall the process', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const key = await defineField(admin, PRODUCT, {
    validation: [{ rule: 'regex', param: '^(a+)+$', message: 'Only a' }],
  })
  const started = performance.now()
  const refused = await admin.post('/catalog/products', { title: 'x', [`cf_${key}`]: `${'a'.repeat(9_999)}b` })
  expect([refused.status, refused.body.fields]).toEqual([400, { [`cf_${key}`]: 'Only a' }])
  expect(performance.now() - started).toBeLessThan(2_000)
})

test('a dictionary field takes values of its dictionary, which stays as long as the field does', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const { body: dictionary } = await admin.post('/dictionaries', { key: 'colors', name: 'Colors' })
  await admin.post(`/dictionaries/${dictionary.id}/entries`, { value: 'Red' })
  const key = await defineField(admin, PRODUCT, { kind: 'dictionary', dictionaryId: dictionary.id })
  const id = await addProduct(admin, { [`cf_${key}`]: ' red' })
  expect(await productOf(admin, id)).toMatchObject({ [`cf_${key}`]: 'Red' })
  expect((await admin.put('/catalog/products', { id, [`cf_${key}`]: 'blue' })).body.fields).toEqual({
    [`cf_${key}`]: 'Must be a value of the dictionary',
  })
  expect((await admin.del(`/dictionaries/${dictionary.id}`)).status).toBe(409)
  await admin.del('/entities/definitions', { entityId: PRODUCT, key })
  expect((await admin.del(`/dictionaries/${dictionary.id}`)).status).toBe(200)
})

test('a list of definitions is saved in its order, all or nothing', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const batch = (definitions: object[], more: object = {}) =>
    admin.post('/entities/definitions.batch', { entityId: PRODUCT, definitions, ...more })
  await batch(
    [
      { key: 'b', kind: 'text' },
      { key: 'a', kind: 'integer' },
    ],
    {
      fieldsets: [{ code: 'main', label: 'Main', groups: [{ code: 'g' }] }],
      singleFieldsetPerRecord: false,
    },
  )
  const { body } = await admin.get(`/entities/definitions?entityId=${PRODUCT}`)
  expect(body.items.map(({ key }: { key: string }) => key)).toEqual(['b', 'a'])
  expect(body.fieldsetsByEntity[PRODUCT]).toMatchObject([{ code: 'main', groups: [{ code: 'g' }] }])
  expect(body.entitySettings[PRODUCT]).toEqual({ singleFieldsetPerRecord: false })
  expect(
    (
      await batch([
        { key: 'c', kind: 'text' },
        { key: 'd', kind: 'phone' },
      ])
    ).status,
  ).toBe(400)
  expect(await fieldsOf(admin, PRODUCT)).toEqual(['b', 'a'])
})

/** Changes a field of custom entity `entityId` from text to whole numbers, and returns the change. */
const toInteger = (client: Client, entityId: string, key: string) =>
  client.post('/entities/definitions', { entityId, key, kind: 'integer', configJson: {} })

test('undo and redo ask what changes of fields ask', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const entityId = await addEntity(admin)
  const key = await defineField(admin, entityId)
  const changed = await toInteger(admin, entityId, key)
  const { recordId } = await addRecord(admin, { entityId, values: { [key]: 7 } })
  const save = (value: unknown) => admin.put('/entities/records', { entityId, recordId, values: { [key]: value } })
  const direct = await admin.post('/entities/definitions', { entityId, key, kind: 'text', configJson: {} })
  const undone = await undo(admin, changed)
  expect([direct.status, undone.status, undone.body.error]).toEqual([409, 409, direct.body.error])
  expect((await save(8)).status).toBe(200)
  const cleared = await save(null)
  expect((await undo(admin, changed)).status).toBe(200)
  // The value that comes back would be none of text.
  const back = await undo(admin, cleared)
  expect([back.status, back.body.fields]).toEqual([400, { [`cf_${key}`]: 'The kind of the field has changed since' }])
  expect((await save('a')).status).toBe(200)
  // Nor may a deleted record come back with another kind of value, whatever the entity.
  const product = await defineField(admin, PRODUCT)
  const id = await addProduct(admin, { [`cf_${product}`]: 'a' })
  const deleted = await admin.del('/catalog/products', { id })
  expect((await toInteger(admin, PRODUCT, product)).status).toBe(200)
  expect((await undo(admin, deleted)).body.fields).toHaveProperty(`cf_${product}`)
  // A definition that is gone would say nothing about the values that are left.
  const made = await admin.post('/entities/definitions', { entityId, key: 'used', kind: 'text' })
  const used = await addRecord(admin, { entityId, values: { used: 'x' } })
  expect((await undo(admin, made)).status).toBe(409)
  await admin.put('/entities/records', { ...used, values: { used: null } })
  expect((await undo(admin, made)).status).toBe(200)
  // Encryption, and the dictionary of a field.
  const sealed = await admin.post('/entities/encryption', { entityId, fields: [{ field: 'name' }] })
  await addRecord(admin, { entityId })
  expect([sealed.status, (await undo(admin, sealed)).status]).toEqual([200, 409])
  const dictionary = await admin.post('/dictionaries', { key: 'colors', name: 'Colors' })
  await defineField(admin, entityId, { kind: 'dictionary', dictionaryId: dictionary.body.id })
  expect((await undo(admin, dictionary)).status).toBe(409)
})

test('a batch compiles as many patterns as take a few milliseconds', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const validation = (tag: string) =>
    Array.from({ length: 32 }, (_, index) => ({
      rule: 'regex',
      message: 'no',
      param: `${tag}${index}|${'(a|b)*a'.repeat(56)}`,
    }))
  const batch = (count: number) =>
    admin.post('/entities/definitions.batch', {
      entityId: PRODUCT,
      definitions: Array.from({ length: count }, (_, at) => ({
        key: `p${at}`,
        kind: 'text',
        configJson: { validation: validation(`x${at}`) },
      })),
    })
  const before = process.cpuUsage()
  const { status, body } = await batch(60)
  const cost = cpuMs(before)
  expect([status, body.details.fieldErrors.definitions]).toEqual([400, [expect.stringContaining('50000 characters')]])
  expect(cost).toBeLessThan(15 * floorMs())
  expect((await batch(3)).status).toBe(200)
})

test('the fields of a tenant have a size, undo included, and its document is written in slices and kept', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const options = Array.from({ length: 100 }, (_, index) => `${index}`.padEnd(290, 'x'))
  const batch = (prefix: string, entityId = PRODUCT) =>
    admin.post('/entities/definitions.batch', {
      entityId,
      definitions: Array.from({ length: 14 }, (_, index) => ({
        key: `${prefix}${index}`,
        kind: 'select',
        configJson: { options: options.slice(0, 50).map((value) => ({ value, label: value })) },
      })),
    })
  const made = []
  for (let at = 0; at < 9; at++) made.push(await batch(`a${at}_`, at % 2 ? USER : PRODUCT))
  expect(made.map(({ status }) => status)).toEqual(Array.from({ length: 9 }, () => 200))
  const deleted = await undo(admin, made[8]!)
  expect(deleted.status).toBe(200)
  expect((await batch('b', USER)).status).toBe(200)
  const full = await batch('c', USER)
  expect([full.status, full.body.error]).toEqual([400, expect.stringContaining('4 MiB')])
  const redone = await admin.post('/audit_logs/audit-logs/actions/redo', { logId: deleted.body.logId })
  expect([redone.status, redone.body.error]).toEqual([400, expect.stringContaining('4 MiB')])
  const before = process.cpuUsage()
  // Those who ask at the same time share the work.
  const documents = await Promise.all(Array.from({ length: 20 }, () => admin.fetch('/openapi.json')))
  const sizes = documents.map(({ headers }) => Number(headers.get('content-length')))
  const cost = cpuMs(before)
  expect([new Set(sizes).size, sizes[0]! > 1_000_000, sizes[0]! < 12_000_000]).toEqual([1, true, true])
  expect(cost).toBeLessThan(150 * floorMs())
})
