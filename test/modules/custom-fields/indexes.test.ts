import { sql } from '@plinth/core'
import { type Client, tenantA, tenantB, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { addEntity, addRecord, defineField, everything, fieldsApp, undo } from './_app.ts'

/** The fields whose values are indexed, and how many values there are. */
async function indexOf(app: TestPlatform, entity: string) {
  const indexes = await app.sql<{ key: string; is_filled: boolean }>(
    `select key, is_filled from plinth.custom_indexes where entity = '${entity}' order by key`,
  )
  const [values] = await app.sql<{ count: number }>(
    `select count(*)::int as count from plinth.custom_values where entity = '${entity}'`,
  )
  return { indexes: indexes.map(({ key, is_filled }) => [key, is_filled]), values: values!.count }
}

/** A custom entity with a field of each way to be stored, and three records. */
async function setUp(app: TestPlatform, kinds: Readonly<Record<string, object>>, filterable = true) {
  const admin = everything(app)
  const entityId = await addEntity(admin)
  for (const [key, settings] of Object.entries(kinds))
    await defineField(admin, entityId, { key, filterable, ...settings })
  const found = async (query: string) => {
    const { body } = await admin.get(`/entities/records?entityId=${entityId}&${query}`)
    return [(body.items as { name: string }[]).map(({ name }) => name).sort(), body.total]
  }
  const add = (values: object) => addRecord(admin, { entityId, values })
  return { admin, entityId, found, add }
}

const KINDS = {
  size: { kind: 'integer' },
  vip: { kind: 'boolean' },
  tags: { kind: 'text', multi: true },
  secret: { kind: 'text', encrypted: true },
  essay: { kind: 'multiline' },
  at: { kind: 'datetime' },
  ats: { kind: 'datetime', multi: true },
}
const long = 'a long text '.repeat(50)

test('filters find the same records before, during and after the index of a field is built', async () => {
  await using app = await fieldsApp()
  const { entityId, found, add, admin } = await setUp(app, KINDS)
  const [at, sameAt] = ['2026-12-31T23:30:00-10:00', '2027-01-01T09:30:00.000Z']
  await add({
    name: 'A',
    size: 1,
    vip: true,
    tags: ['red', 'big', 'red'],
    secret: 'x',
    essay: `${long}A`,
    at,
    ats: [at],
  })
  await add({ name: 'B', size: 2, vip: false, tags: ['red'], secret: 'y', essay: `${long}B`, at: '2027-01-01T00:00' })
  const { recordId } = await add({ name: 'C', size: 10, vip: true, tags: [], essay: 'short' })
  const check = async () => {
    expect(await found('size=1')).toEqual([['A'], 1])
    expect(await found('cf_sizeIn=2,10')).toEqual([['B', 'C'], 2])
    expect(await found('vip=yes')).toEqual([['A', 'C'], 2])
    expect(await found('tags=red')).toEqual([['A', 'B'], 2])
    expect(await found('secret=y')).toEqual([['B'], 1])
    expect(await found(`essay=${encodeURIComponent(`${long}B`)}`)).toEqual([['B'], 1])
    for (const time of [at, sameAt, '2027-01-01T23:30:00+14:00'].map(encodeURIComponent)) {
      expect(await found(`at=${time}`)).toEqual([['A'], 1])
      expect(await found(`ats=${time}`)).toEqual([['A'], 1])
    }
    expect(await found('cf_atIn=2027-01-01T00:00:00Z,2027-01-01T09:30:00Z')).toEqual([['A', 'B'], 2])
    expect(await found('at=2027-01-01T09:30:01Z')).toEqual([[], 0])
    expect(await found('size=nothing')).toEqual([[], 0])
    expect(await found('size=1&vip=no')).toEqual([[], 0])
  }
  await check()
  expect((await indexOf(app, entityId)).indexes).toEqual([])
  await app.jobs()
  const keys = Object.keys(KINDS).sort()
  expect(await indexOf(app, entityId)).toEqual({ indexes: keys.map((key) => [key, true]), values: 18 })
  await check()
  // Changes, deletions and their undo keep it true.
  const update = await admin.put('/entities/records', {
    entityId,
    recordId,
    values: { size: 11, tags: ['red'], vip: null },
  })
  expect(await found('size=10')).toEqual([[], 0])
  expect(await found('size=11')).toEqual([['C'], 1])
  expect(await found('tags=red')).toEqual([['A', 'B', 'C'], 3])
  expect(await found('vip=yes')).toEqual([['A'], 1])
  await undo(admin, update)
  await check()
  const added = await admin.post('/entities/records', { entityId, values: { name: 'D', size: 1 } })
  expect(await found('size=1')).toEqual([['A', 'D'], 2])
  await undo(admin, added)
  await check()
  expect((await indexOf(app, entityId)).values).toBe(18)
})

test('the index is read, and no row of the table that lacks the value', async () => {
  await using app = await fieldsApp()
  const { entityId, found, add } = await setUp(app, { size: { kind: 'integer' } })
  await add({ name: 'A', size: 1 })
  await app.jobs()
  await app.sql(`delete from plinth.custom_values where entity = '${entityId}'`)
  expect(await found('size=1')).toEqual([[], 0])
})

test('many rows are indexed in steps, and a job that was stopped continues', async () => {
  await using app = await fieldsApp()
  const { admin, entityId, found, add } = await setUp(app, {})
  await defineField(admin, entityId, { key: 'size', kind: 'integer' })
  await add({ name: 'A', size: 1 })
  await app.sql(`begin; set local session_replication_role = replica;
    insert into custom_entity_records (id, tenant_id, organization_id, entity_id, custom)
    select gen_random_uuid(), '${tenantA.id}', '${tenantA.organization}', '${entityId}', jsonb_build_object('size', i)
    from generate_series(2, 4500) i; commit`)
  await defineField(admin, entityId, { key: 'size', kind: 'integer', filterable: true })
  // As after a crash: a part is stored, and the job begins again.
  await app.sql(`insert into plinth.custom_indexes (tenant_id, entity, key) values ('${tenantA.id}', '${entityId}', 'size');
    with part as (select * from plinth.fill_custom_values('custom_entity_records', '${tenantA.id}', '${entityId}', '{size}', null, 3000))
    update plinth.custom_indexes i set last = part.last, filled = part.filled from part where i.entity = '${entityId}'`)
  expect((await found('size=4000'))[1]).toBe(1)
  const { body: building } = await admin.get(`/entities/definitions.manage?entityId=${entityId}`)
  expect(building.items.find(({ key }: { key: string }) => key === 'size').index).toEqual({
    isReady: false,
    rows: 3000,
  })
  await app.jobs()
  // As autovacuum does, which is off here: without it, the database expects no rows, and joins each with each.
  await app.sql('analyze custom_entity_records, plinth.custom_values')
  expect(await indexOf(app, entityId)).toEqual({ indexes: [['size', true]], values: 4500 })
  const { body: built } = await admin.get(`/entities/definitions.manage?entityId=${entityId}`)
  expect(built.items.find(({ key }: { key: string }) => key === 'size').index).toEqual({ isReady: true, rows: 4500 })
  expect((await found('size=4000'))[1]).toBe(1)
})

test('values of fields that are no longer filterable are deleted in the end', async () => {
  await using app = await fieldsApp()
  const { admin, entityId, found, add } = await setUp(app, { size: { kind: 'integer' } })
  await add({ name: 'A', size: 1 })
  await app.jobs()
  const changed = await admin.post('/entities/definitions', { entityId, key: 'size', kind: 'integer', configJson: {} })
  await app.jobs()
  expect(await found('size=1')).toEqual([['A'], 1])
  expect((await indexOf(app, entityId)).values).toBe(1)
  await undo(admin, changed)
  await app.jobs()
  expect(await indexOf(app, entityId)).toEqual({ indexes: [['size', true]], values: 1 })
  await admin.del('/entities/definitions', { entityId, key: 'size' })
  await app.jobs()
  app.clock.advance(11 * 60_000)
  await app.sql(`update plinth_jobs.job set start_after = now() where name = 'entities.index-fields'`)
  await app.jobs()
  expect(await indexOf(app, entityId)).toEqual({ indexes: [], values: 0 })
  await admin.post('/entities/definitions.restore', { entityId, key: 'size' })
  await app.jobs()
  expect(await indexOf(app, entityId)).toEqual({ indexes: [['size', true]], values: 1 })
  expect(await found('size=1')).toEqual([['A'], 1])
})

test('a tenant reads its own indexed values only', async () => {
  await using app = await fieldsApp()
  const { add, entityId } = await setUp(app, { size: { kind: 'integer' } })
  await add({ name: 'A', size: 1 })
  await app.jobs()
  const seenIn = (tenantId: string, organizationId: string) =>
    app.platform.actAs(app.callerOf({ features: ['*'], tenantId, organizationId }), async ({ db }) => {
      const { rows } = await sql<{ keys: string[] }>`
        select coalesce(array_agg(key), '{}') as keys from plinth.custom_values where entity = ${entityId}`.execute(db)
      return rows[0]!.keys
    })
  expect(await seenIn(tenantA.id, tenantA.organization)).toEqual(['size'])
  expect(await seenIn(tenantB.id, tenantB.organization)).toEqual([])
})

test('long texts of characters outside the basic plane are found by the index', async () => {
  await using app = await fieldsApp()
  const { found, add } = await setUp(app, { essay: { kind: 'multiline' } })
  const texts = ['😀'.repeat(150), `${'😀'.repeat(199)}a`, `${'😀'.repeat(250)}b`, `${'x'.repeat(199)}😀c`]
  for (const [index, essay] of texts.entries()) await add({ name: String(index), essay })
  await app.jobs()
  for (const [index, essay] of texts.entries())
    expect(await found(`essay=${encodeURIComponent(essay)}`)).toEqual([[String(index)], 1])
})

test('the values of an account that moves to another tenant move with it', async () => {
  await using app = await fieldsApp()
  const admin = everything(app)
  const other = app.as({ features: ['*'], tenantId: tenantB.id, organizationId: tenantB.organization })
  for (const client of [admin, other])
    await defineField(client, 'auth:user', { key: 'level', kind: 'integer', filterable: true })
  const { body } = await admin.post('/auth/users', {
    email: 'mover@acme.com',
    password: 'Secret-123',
    organizationId: tenantA.organization,
    cf_level: 7,
  })
  await app.jobs()
  const values = () =>
    app.sql("select tenant_id, number from plinth.custom_values where entity = 'auth:user' order by tenant_id")
  expect(await values()).toEqual([{ tenant_id: tenantA.id, number: 7 }])
  const superAdmin = app.as({ features: ['*'], isSuperAdmin: true })
  const moved = await superAdmin.put('/auth/users', { id: body.id, organizationId: tenantB.organization })
  expect(moved.status).toBe(200)
  const has = async (client: Client) => (await client.get('/auth/users?cf_level=7')).body.total
  expect([await values(), await has(admin), await has(other)]).toEqual([[{ tenant_id: tenantB.id, number: 7 }], 0, 1])
  expect((await undo(superAdmin, moved)).status).toBe(200)
  expect([await values(), await has(admin), await has(other)]).toEqual([[{ tenant_id: tenantA.id, number: 7 }], 1, 0])
})
