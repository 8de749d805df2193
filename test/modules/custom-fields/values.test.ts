import { customFields } from '@plinth/custom-fields'
import { dictionaries } from '@plinth/dictionaries'
import { progress } from '@plinth/progress'
import { tenantA, type Client } from '@plinth/testing'
import { expect, test } from 'vitest'
import { assistantApp, execute } from '../ai-assistant/_assistant.ts'
import { addOrganization } from '../auth/_people.ts'
import { defineField, everything, fieldsApp, undo } from './_app.ts'

const USER = 'auth:user'
const PRODUCT = 'catalog:catalog_product'

async function addUser(client: Client, fields: object): Promise<string> {
  const { status, text, body } = await client.post('/auth/users', {
    email: `${crypto.randomUUID()}@acme.com`,
    password: 'Secret-123',
    organizationId: tenantA.organization,
    ...fields,
  })
  if (status !== 201) throw new Error(`${status} ${text}`)
  return body.id
}

const userOf = async (client: Client, id: string) => (await client.get(`/auth/users?id=${id}`)).body.items[0]

test('accounts take, keep and return values of fields, whatever the spelling', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const nick = await defineField(admin, USER)
  const level = await defineField(admin, USER, { kind: 'integer' })
  const tier = await defineField(admin, USER, { kind: 'select', options: ['gold', 'silver'] })
  const vip = await defineField(admin, USER, { kind: 'boolean' })
  const id = await addUser(admin, {
    [`cf_${nick}`]: 'Ann',
    [`cf:${level}`]: '7',
    customFields: { [tier]: 'silver' },
    customValues: { [vip]: true },
  })
  expect(await userOf(admin, id)).toMatchObject({
    [`cf_${nick}`]: 'Ann',
    [`cf_${level}`]: 7,
    [`cf_${tier}`]: 'silver',
    [`cf_${vip}`]: true,
  })
  const changed = await admin.put('/auth/users', { id, customFields: [{ key: level, value: 12 }], [`cf_${vip}`]: 'no' })
  expect(changed.status).toBe(200)
  expect(await userOf(admin, id)).toMatchObject({ [`cf_${nick}`]: 'Ann', [`cf_${level}`]: 12, [`cf_${vip}`]: false })
  expect((await undo(admin, changed)).status).toBe(200)
  expect(await userOf(admin, id)).toMatchObject({ [`cf_${level}`]: 7, [`cf_${vip}`]: true })
})

test('an account that moves to another organization takes the values of the fields that it has there', async () => {
  await using app = await fieldsApp()
  const organizationId = await addOrganization(app, 'Branch', null)
  const admin = app.as({ features: ['*'], organizationIds: null })
  const there = app.as({ features: ['*'], organizationId })
  const here = await defineField(admin, USER, { kind: 'integer' })
  const field = await defineField(there, USER, { kind: 'integer' })
  const id = await addUser(admin, { [`cf_${here}`]: 1 })
  const refused = await admin.put('/auth/users', { id, organizationId, [`cf_${here}`]: 2 })
  expect([refused.status, refused.body.fields]).toEqual([400, { [`cf_${here}`]: 'Unknown custom field' }])
  expect((await admin.put('/auth/users', { id, organizationId, [`cf_${field}`]: 3 })).status).toBe(200)
  expect((await userOf(there, id))[`cf_${field}`]).toBe(3)
})

test('accounts and roles are filtered by their fields', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const level = await defineField(admin, USER, { kind: 'integer' })
  const ids = [await addUser(admin, { [`cf_${level}`]: 1 }), await addUser(admin, { [`cf_${level}`]: 2 })]
  const found = async (query: string) => {
    const { items, total } = (await admin.get(`/auth/users?${query}`)).body
    return [(items as { id: string }[]).map(({ id }) => id), total]
  }
  expect(await found(`cf_${level}=2`)).toEqual([[ids[1]], 1])
  expect(await found(`cf_${level}=1`)).toEqual([[ids[0]], 1])
  expect((await found(`cf_${level}In=1,2`))[1]).toBe(2)
  const team = await defineField(admin, 'auth:role')
  await admin.post('/auth/roles', { name: 'Blue', [`cf_${team}`]: 'blue' })
  const { items } = (await admin.get(`/auth/roles?cf_${team}=blue`)).body
  expect(items).toMatchObject([{ name: 'Blue', [`cf_${team}`]: 'blue' }])
})

test('accounts and roles are sorted by their fields and some properties, and by nothing else', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const level = `cf_${await defineField(admin, USER, { kind: 'integer' })}`
  const named = async (name: string, value?: number) => addUser(admin, { name, ...(value && { [level]: value }) })
  const [b, c, a] = [await named('B', 3), await named('C', 1), await named('A', 2)]
  const none = await named('D')
  const sorted = async (query: string) => {
    const { items, total } = (await admin.get(`/auth/users?${query}`)).body
    expect(total).toBeGreaterThanOrEqual(4)
    return (items as { id: string }[]).map(({ id }) => id).filter((id) => [a, b, c, none].includes(id))
  }
  expect(await sorted(`sortField=${level}`)).toEqual([c, a, b, none])
  expect(await sorted(`sortField=${level}&sortDir=desc`)).toEqual([b, a, c, none])
  expect(await sorted('sortField=name')).toEqual([a, b, c, none])
  expect(await sorted('sortField=name&sortDir=desc')).toEqual([none, c, b, a])
  expect(await sorted('sortField=passwordHash')).toEqual(await sorted(''))
  const team = `cf_${await defineField(admin, 'auth:role')}`
  for (const name of ['Red', 'Blue']) await admin.post('/auth/roles', { name, [team]: name === 'Red' ? 'x' : 'y' })
  const roles = async (query: string) => {
    const { items } = (await admin.get(`/auth/roles?${query}`)).body
    return (items as { name: string }[]).map(({ name }) => name).filter((name) => ['Red', 'Blue'].includes(name))
  }
  expect(await roles(`sortField=${team}`)).toEqual(['Red', 'Blue'])
  expect(await roles('sortField=name&sortDir=desc')).toEqual(['Red', 'Blue'])
  expect(await roles('sortDir=desc')).toEqual(['Blue', 'Red'])
})

test('a refused value names its field, and nothing of the change is kept', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const level = await defineField(admin, USER, {
    kind: 'integer',
    validation: [{ rule: 'lte', param: 5, message: 'Priority must be <= 5' }],
  })
  const id = await addUser(admin, { [`cf_${level}`]: 5 })
  const refused = await admin.put('/auth/users', { id, name: 'Changed', [`cf_${level}`]: 8, cf_nothing: 1 })
  expect([refused.status, refused.body]).toEqual([
    400,
    {
      error: 'Validation failed',
      fields: { [`cf_${level}`]: 'Priority must be <= 5', cf_nothing: 'Unknown custom field' },
    },
  ])
  expect(await userOf(admin, id)).toMatchObject({ name: null, [`cf_${level}`]: 5 })
  const inPolish = await admin.send('PUT', '/auth/users', {
    headers: { 'content-type': 'application/json', 'accept-language': 'pl' },
    body: JSON.stringify({ id, [`cf_${level}`]: 'many', cf_nothing: 1 }),
  })
  expect(inPolish.body).toEqual({
    error: 'Walidacja nie powiodła się',
    fields: { [`cf_${level}`]: 'Musi być liczbą całkowitą', cf_nothing: 'Nieznane pole niestandardowe' },
  })
})

test('undo is by field: values that others have changed since stay, and conflict only where both changed the same', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const [a, b] = [await defineField(admin, USER), await defineField(admin, USER)]
  const id = await addUser(admin, { [`cf_${a}`]: 'a1', [`cf_${b}`]: 'b1' })
  const first = await admin.put('/auth/users', { id, [`cf_${a}`]: 'a2' })
  // Past the log, as a command of another resource might.
  await app.sql(`update users set custom = custom || $1::jsonb where id = $2`, [JSON.stringify({ [b]: 'b2' }), id])
  expect((await undo(admin, first)).status).toBe(200)
  expect(await userOf(admin, id)).toMatchObject({ [`cf_${a}`]: 'a1', [`cf_${b}`]: 'b2' })
  const second = await admin.put('/auth/users', { id, [`cf_${a}`]: 'a3' })
  await app.sql(`update users set custom = custom || $1::jsonb where id = $2`, [JSON.stringify({ [a]: 'a4' }), id])
  const conflict = await undo(admin, second)
  expect([conflict.status, conflict.body.conflicts]).toEqual([
    400,
    [{ resourceKind: 'auth.user', resourceId: id, fields: [`cf_${a}`] }],
  ])
})

test('clearing a field that a record does not have is no change, for the log and for undo', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const [a, b] = [await defineField(admin, USER), await defineField(admin, USER)]
  const id = await addUser(admin, {})
  await admin.put('/auth/users', { id, [`cf_${a}`]: 'a' })
  await admin.put('/auth/users', { id, [`cf_${b}`]: null })
  const [row] = await app.sql('select custom from users where id = $1', [id])
  expect(row).toEqual({ custom: { [a]: 'a' } })
  await admin.put('/auth/users', { id, [`cf_${a}`]: null })
  expect(await userOf(admin, id)).toMatchObject({ [`cf_${a}`]: null })
  const { body } = await admin.get(`/audit_logs/audit-logs/actions?resourceKind=auth.user&resourceId=${id}`)
  expect(body.items.map(({ changes }: { changes: object }) => changes)).toEqual([
    { [`cf_${a}`]: { from: 'a', to: null } },
    null,
    { [`cf_${a}`]: { to: 'a' } },
    null,
  ])
})

test('the log names each field that changed', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const key = await defineField(admin, USER)
  const id = await addUser(admin, { [`cf_${key}`]: 'old' })
  await admin.put('/auth/users', { id, [`cf_${key}`]: 'new' })
  const { body } = await admin.get(`/audit_logs/audit-logs/actions?resourceKind=auth.user&resourceId=${id}`)
  expect(body.items[0].changes).toEqual({ [`cf_${key}`]: { from: 'old', to: 'new' } })
})

test('products show every field in three shapes, and can be filtered and sorted by them', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const size = await defineField(admin, PRODUCT, { kind: 'integer', label: 'Size', priority: 2 })
  const tags = await defineField(admin, PRODUCT, { multi: true, priority: 1 })
  for (const [title, values] of Object.entries({
    Big: { [size]: 10, [tags]: ['new', 'heavy'] },
    Small: { [size]: 9, [tags]: 'new' },
    Plain: {},
  }))
    expect((await admin.post('/catalog/products', { title, customValues: values })).status).toBe(201)
  const titles = async (query: string) =>
    ((await admin.get(`/catalog/products?${query}`)).body.items as { title: string }[]).map(({ title }) => title)
  const { items } = (await admin.get('/catalog/products?sortField=title')).body
  expect(items[0]).toMatchObject({
    title: 'Big',
    [`cf_${size}`]: 10,
    customValues: { [size]: 10, [tags]: ['new', 'heavy'] },
    customFields: [
      { key: tags, value: ['new', 'heavy'], kind: 'text', multi: true },
      { key: size, label: 'Size', value: 10, kind: 'integer', multi: false },
    ],
  })
  expect(items[1]).toMatchObject({ title: 'Plain', [`cf_${size}`]: null, customValues: { [size]: null, [tags]: null } })
  expect(await titles(`cf_${size}=10`)).toEqual(['Big'])
  expect(await titles(`cf_${size}In=9,10&sortField=title`)).toEqual(['Big', 'Small'])
  expect(await titles(`cf_${tags}=heavy`)).toEqual(['Big'])
  expect(await titles(`cf_${size}=many`)).toEqual([])
  expect(await titles('cf_unknown=1&sortField=title')).toEqual(['Big', 'Plain', 'Small'])
  expect(await titles(`sortField=cf_${size}`)).toEqual(['Small', 'Big', 'Plain'])
  expect(await titles(`sortField=cf_${size}&sortDir=desc`)).toEqual(['Big', 'Small', 'Plain'])
  const csv = await admin.get(`/catalog/products?format=csv&cf_${size}=9`)
  expect(csv.text.split('\n')[0]).toContain(`cf_${size}`)
})

test('required fields are asked of new records, and of updates only where they would be emptied', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const made = await admin.post('/catalog/products', { title: 'Old' })
  const key = await defineField(admin, PRODUCT, { validation: [{ rule: 'required', message: 'Please say' }] })
  const other = await defineField(admin, PRODUCT)
  const statuses = [
    await admin.post('/catalog/products', { title: 'New' }),
    await admin.post('/catalog/products', { title: 'New', [`cf_${key}`]: ' ' }),
    await admin.post('/catalog/products', { title: 'New', [`cf_${key}`]: 'x' }),
    await admin.put('/catalog/products', { id: made.body.id, [`cf_${other}`]: 'x' }),
    await admin.put('/catalog/products', { id: made.body.id, [`cf_${key}`]: null }),
  ]
  expect(statuses.map(({ status }) => status)).toEqual([400, 400, 201, 200, 400])
  expect(statuses[0]!.body.fields).toEqual({ [`cf_${key}`]: 'Please say' })
  // Undo asks for nothing.
  expect((await undo(admin, statuses[2]!)).status).toBe(200)
})

test('roles and organizations have fields too, those of the organization that the caller works in', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  for (const [entityId, path, fields] of [
    ['auth:role', '/auth/roles', {}],
    ['directory:organization', '/directory/organizations', { parentId: tenantA.organization }],
  ] as const) {
    const key = await defineField(admin, entityId, { kind: 'integer' })
    const { status, body } = await admin.post(path, { name: `N${key}`, ...fields, [`cf_${key}`]: 3 })
    expect([path, status]).toEqual([path, 201])
    await admin.put(path, { id: body.id, [`cf_${key}`]: 9 })
    const { items } = (await admin.get(`${path}?view=manage&search=N${key}`)).body
    expect(items).toMatchObject([{ id: body.id, [`cf_${key}`]: 9 }])
  }
})

test('the total of a page follows the definition of a field that the list is filtered by', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const key = await defineField(admin, USER, { kind: 'integer' })
  for (const value of [1, 1, 2]) await addUser(admin, { [`cf_${key}`]: value })
  const total = async () => (await admin.get(`/auth/users?cf_${key}=1&pageSize=1`)).body.total
  expect(await total()).toBe(2)
  await admin.del('/entities/definitions', { entityId: USER, key })
  // Unknown parameters are ignored.
  const all = (await admin.get('/auth/users?pageSize=1')).body.total
  expect([await total(), all > 2]).toEqual([all, true])
  await admin.post('/entities/definitions.restore', { entityId: USER, key })
  expect(await total()).toBe(2)
})

test('organizations and tenants are filtered by their fields', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const superAdmin = app.as({ features: ['*'], isSuperAdmin: true })
  const key = await defineField(admin, 'directory:organization', { kind: 'integer' })
  const made = async (name: string, value: number) =>
    (await admin.post('/directory/organizations', { name, parentId: tenantA.organization, [`cf_${key}`]: value })).body
      .id
  const [one, two] = [await made('One', 1), await made('Two', 2)]
  const found = async (client: Client, query: string) => {
    const { items, total } = (await client.get(`/directory/organizations?view=manage&${query}`)).body
    return [(items as { id: string }[]).map(({ id }) => id), total]
  }
  for (const client of [admin, superAdmin]) {
    expect(await found(client, `cf_${key}=2`)).toEqual([[two], 1])
    expect(await found(client, `cf_${key}In=1,2`)).toEqual([[one, two], 2])
    expect(await found(client, `cf_${key}In=1,2&ids=${one}`)).toEqual([[one], 1])
    expect(await found(client, `cf_${key}=3`)).toEqual([[], 0])
  }
  const confined = app.as({ features: ['*'], organizationIds: [one] })
  expect(await found(confined, `cf_${key}In=1,2`)).toEqual([[one], 1])
  const tier = await defineField(admin, 'directory:tenant', { kind: 'text', searchable: true })
  const { status } = await superAdmin.put('/directory/tenants', { id: tenantA.id, [`cf_${tier}`]: 'Gold level' })
  expect(status).toBe(200)
  const tenants = async (query: string) => (await admin.get(`/directory/tenants?${query}`)).body.total
  expect([await tenants(`cf_${tier}=Gold level`), await tenants(`cf_${tier}=x`)]).toEqual([1, 0])
  expect([await tenants('search=gold'), await tenants('search=silver')]).toEqual([1, 0])
})

test('two changes of different fields at the same time lose nothing', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const keys = await Promise.all(Array.from({ length: 8 }, () => defineField(admin, USER)))
  const id = await addUser(admin, {})
  await Promise.all(keys.map((key) => admin.put('/auth/users', { id, [`cf_${key}`]: key })))
  expect(await userOf(admin, id)).toMatchObject(Object.fromEntries(keys.map((key) => [`cf_${key}`, key])))
})

test('encrypted values are found by equality only, and readable nowhere but in answers', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const iban = await defineField(admin, PRODUCT, { encrypted: true, filterable: true })
  const note = await defineField(admin, PRODUCT, { encrypted: true })
  const { body } = await admin.post('/catalog/products', {
    title: 'x',
    customFields: { [iban]: 'DE89', [note]: 'secret' },
  })
  expect((await admin.get(`/catalog/products?cf_${iban}=DE89`)).body.items).toMatchObject([
    { id: body.id, [`cf_${iban}`]: 'DE89', [`cf_${note}`]: 'secret' },
  ])
  expect((await admin.get(`/catalog/products?cf_${iban}=DE`)).body.items).toEqual([])
  const [stored] = await app.sql('select custom::text as text from catalog_products')
  const [logged] = await app.sql(`select string_agg(c::text, '') as text from plinth.changes c`)
  for (const { text } of [stored!, logged!]) {
    expect(text).not.toContain('DE89')
    expect(text).not.toContain('secret')
  }
  const changed = await admin.put('/catalog/products', { id: body.id, [`cf_${iban}`]: 'FR76' })
  expect((await undo(admin, changed)).status).toBe(200)
  expect((await admin.get(`/catalog/products?cf_${iban}=DE89`)).body.items).toHaveLength(1)
})

test('the API document of a caller describes the fields of its organization', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const size = await defineField(admin, PRODUCT, { kind: 'integer', label: 'Size' })
  const membersOf = async (client: Client) => {
    const { paths, components } = (await client.get('/openapi.json')).body
    const { $ref } = paths['/catalog/products'].post.requestBody.content['application/json'].schema
    return components.schemas[$ref.split('/').at(-1)]
  }
  const document = (await admin.get('/openapi.json')).body
  for (const path of ['/auth/profile/settings', '/auth/view-as']) {
    const [operation] = Object.values(document.paths[path]) as { requestBody: object }[]
    const [, name] = /schemas\/(\w+)"/.exec(JSON.stringify(operation!.requestBody)) ?? []
    expect(JSON.stringify([operation!.requestBody, document.components.schemas[name!]])).not.toContain('cf_')
  }
  expect((await membersOf(admin)).properties[`cf_${size}`]).toEqual({
    title: 'Size',
    anyOf: [{ type: 'integer' }, { type: 'null' }],
  })
  expect((await membersOf(app.anonymous)).properties).not.toHaveProperty(`cf_${size}`)
  const level = await defineField(admin, USER, { kind: 'integer' })
  const { parameters } = (await admin.get('/openapi.json')).body.paths['/auth/users'].get
  expect((parameters as { name: string }[]).map(({ name }) => name)).toContain(`cf_${level}`)
})

test('assistants are told that operations take custom fields, and filter, sort and write by them', async () => {
  await using app = await assistantApp({}, { modules: [progress, dictionaries, customFields] })
  const admin = everything(app)
  const level = `cf_${await defineField(admin, USER, { kind: 'integer' })}`
  const { tools } = (await admin.get('/ai_assistant/tools')).body
  const schemaOf = (named: string) => tools.find(({ name }: { name: string }) => name === named).inputSchema
  const takesFields = { patternProperties: { '^cf_[a-z0-9_]+$': expect.anything() } }
  for (const name of ['authCreateUser', 'authUpdateUser', 'authListUsers', 'authListRoles'])
    expect(schemaOf(name)).toMatchObject(takesFields)
  for (const name of ['authDeleteUser', 'apiKeysListKeys'])
    expect(schemaOf(name)).not.toHaveProperty('patternProperties')
  const ids = [await addUser(admin, { [level]: 1 }), await addUser(admin, { [level]: 2 })]
  const listed = async (args: object) =>
    (await execute(admin, 'authListUsers', args)).body.result.items.map(({ id }: { id: string }) => id)
  expect(await listed({ [level]: 2 })).toEqual([ids[1]])
  expect((await listed({ sortField: level, sortDir: 'desc' })).slice(0, 2)).toEqual(ids.toReversed())
})
