import { type Client, tenantA, tenantB, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { addEntity, addRecord, defineField, everything, fieldsApp, undo } from './_app.ts'

const USER = 'auth:user'

async function addUser(client: Client, email: string, fields: object): Promise<string> {
  const sent = { email, password: 'Secret-123', organizationId: tenantA.organization, ...fields }
  const { status, text, body } = await client.post('/auth/users', sent)
  if (status !== 201) throw new Error(`${status} ${text}`)
  return body.id
}

async function foundBy(client: Client, search: string): Promise<string[]> {
  const { body } = await client.get(`/auth/users?search=${encodeURIComponent(search)}`)
  const emails = (body.items as { email: string }[]).map(({ email }) => email).sort()
  expect(body.total).toBe(emails.length)
  return emails
}

/** A tenant whose accounts have a searchable field with several values, another, and one that is not searchable. */
async function setUp(app: TestPlatform) {
  const admin = everything(app)
  await defineField(admin, USER, { key: 'team', kind: 'text', searchable: true })
  await defineField(admin, USER, {
    key: 'skills',
    kind: 'select',
    options: ['Crème', 'Straße', 'ride'],
    multi: true,
    searchable: true,
  })
  await defineField(admin, USER, { key: 'note', kind: 'text' })
  await addUser(admin, 'anna@acme.com', { cf_team: 'Night Shift', cf_skills: ['Crème', 'ride'], cf_note: 'secret' })
  await addUser(admin, 'bert@acme.com', { cf_team: 'Day shift', cf_skills: ['Straße'], cf_note: 'secret' })
  return admin
}

test('lists find records by words of searchable fields, with and without the index', async () => {
  await using app = await fieldsApp()
  const admin = await setUp(app)
  const superAdmin = app.as({ features: ['*'], isSuperAdmin: true })
  const check = async (client: Client) => {
    expect(await foundBy(client, 'night')).toEqual(['anna@acme.com'])
    expect(await foundBy(client, 'SHIFT')).toEqual(['anna@acme.com', 'bert@acme.com'])
    // Words of several fields, and parts of words without accents.
    expect(await foundBy(client, 'shi reme')).toEqual(['anna@acme.com'])
    expect(await foundBy(client, 'strasse day')).toEqual(['bert@acme.com'])
    expect(await foundBy(client, 'strasse night')).toEqual([])
    expect(await foundBy(client, 'secret')).toEqual([])
    expect(await foundBy(client, 'bert@')).toEqual(['bert@acme.com'])
    expect(await foundBy(client, '%')).toEqual([])
  }
  await check(admin)
  await check(superAdmin)
  await app.jobs()
  await check(admin)
  await check(superAdmin)
  // The index is read: without its rows, nothing is found.
  await app.sql(`delete from plinth.custom_values where key = 'team'`)
  expect(await foundBy(admin, 'night')).toEqual([])
})

test('a field that becomes searchable later, or no longer is', async () => {
  await using app = await fieldsApp()
  const admin = await setUp(app)
  await defineField(admin, USER, { key: 'note', kind: 'text', filterable: true })
  await app.jobs()
  expect(await foundBy(admin, 'secret')).toEqual([])
  const set = (configJson: object) =>
    admin.post('/entities/definitions', { entityId: USER, key: 'note', kind: 'text', configJson })
  const changed = await set({ filterable: true, searchable: true })
  expect(await foundBy(admin, 'secret')).toEqual(['anna@acme.com', 'bert@acme.com'])
  await app.jobs()
  expect(await foundBy(admin, 'secret')).toEqual(['anna@acme.com', 'bert@acme.com'])
  const searched = () =>
    app.sql(`select count(*)::int as count from plinth.custom_values where key = 'note' and is_searched`)
  expect(await searched()).toEqual([{ count: 2 }])
  await undo(admin, changed)
  expect(await foundBy(admin, 'secret')).toEqual([])
  await app.jobs()
  expect(await searched()).toEqual([{ count: 0 }])
  expect((await admin.get('/auth/users?cf_note=secret')).body.total).toBe(2)
})

test('a tenant is searched by its own fields and values', async () => {
  await using app = await fieldsApp()
  const admin = await setUp(app)
  const other = app.as({ features: ['*'], tenantId: tenantB.id, organizationId: tenantB.organization })
  await defineField(other, USER, { key: 'team', kind: 'text', searchable: true })
  await addUser(other, 'zoe@beta.com', { cf_team: 'Night watch', organizationId: tenantB.organization })
  const check = async () => {
    expect(await foundBy(admin, 'night')).toEqual(['anna@acme.com'])
    expect(await foundBy(other, 'night')).toEqual(['zoe@beta.com'])
  }
  await check()
  await app.jobs()
  await check()
  await admin.del('/entities/definitions', { entityId: USER, key: 'team' })
  expect(await foundBy(admin, 'night')).toEqual([])
  await admin.post('/entities/definitions.restore', { entityId: USER, key: 'team' })
  await app.jobs()
  await check()
})

test('records are found by words that thousands of them share', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const entityId = await addEntity(admin)
  await defineField(admin, entityId, { key: 'colour', kind: 'text', searchable: true })
  await addRecord(admin, { entityId, values: { name: 'A', colour: 'deep blue' } })
  await app.sql(`insert into custom_entity_records (id, tenant_id, organization_id, entity_id, custom)
    select gen_random_uuid(), '${tenantA.id}', '${tenantA.organization}', '${entityId}', jsonb_build_object('colour', 'blue paint ' || i)
    from generate_series(1, 5100) i`)
  await app.jobs()
  const totalOf = async (search: string) =>
    (await admin.get(`/entities/records?entityId=${entityId}&search=${encodeURIComponent(search)}`)).body.total
  expect(await totalOf('blue')).toBe(5101)
  expect(await totalOf('blue deep')).toBe(1)
  // Both are common; one record has one of them.
  expect(await totalOf('blue paint')).toBe(5100)
  expect(await totalOf('green')).toBe(0)
  // Without searchable fields, records are found by what they are called.
  await admin.post('/entities/definitions', { entityId, key: 'colour', kind: 'text', configJson: {} })
  expect([await totalOf('blue'), await totalOf('a')]).toEqual([0, 1])
})

test('what cannot be searched is refused', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const define = (kind: string, configJson: object) =>
    admin.post('/entities/definitions', {
      entityId: USER,
      key: 'odd',
      kind,
      configJson: { searchable: true, ...configJson },
    })
  for (const refused of [await define('integer', {}), await define('text', { encrypted: true })]) {
    expect(refused.status).toBe(400)
    expect(refused.body.fields.searchable).toBeTypeOf('string')
  }
})
