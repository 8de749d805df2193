import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { localStorage, type Storage, storage } from '@plinth/attachments'
import { createPlatform, type Platform, provide } from '@plinth/core'
import { compileGrants, people } from '@plinth/core/acl'
import { NO_SCOPE } from '@plinth/core/data'
import { addEntity, addRecord, defineField } from '@plinth/custom-fields/testing'
import { s3Storage } from '@plinth/attachments/s3'
import { tenantA, testSecret } from '@plinth/testing'
import { importers } from '@plinth/transfer'
import { expect, test } from 'vitest'
import { startS3Server } from '../attachments/_s3-server.ts'
import { exportApp, nightly, OWNER } from './_exports.ts'

test('an export runs at its times with the rights of its owner, keeps its last files, and is undone', async () => {
  await using app = await exportApp('2026-03-27T12:00:00Z')
  const { client } = app.person(OWNER)
  await client.post('/catalog/products', { title: 'Zebra', sku: 'Z', isActive: true })
  await client.post('/catalog/products', { title: 'Ant', sku: 'A', isActive: true })
  await client.post('/catalog/products', { title: 'Hidden', sku: 'H', isActive: false })
  const made = await client.post('/transfer/exports', {
    name: 'Äll products / nightly',
    list: '/catalog/products',
    query: 'isActive=true&sortField=title&page=7&format=xml',
    frequency: 'daily',
    time: '02:30',
    timeZone: 'Europe/Berlin',
    keptFiles: 2,
    tellsOwner: true,
  })
  expect(made.status, made.text).toBe(201)
  const { id } = made.body
  const read = async () => (await client.get(`/transfer/exports?id=${id}`)).body.items[0]
  expect(await read()).toMatchObject({
    query: 'isActive=true&sortField=title',
    nextAt: '2026-03-28T01:30:00.000Z',
    lastStatus: null,
  })
  await app.at('2026-03-28T01:29:00Z')
  expect(await app.runs(client, id)).toEqual([])
  await app.at('2026-03-28T01:30:00Z')
  const [first] = await app.runs(client, id)
  expect(first).toMatchObject({ status: 'completed', isManual: false, rows: 2, attempts: 1, hasFile: true })
  expect(first.fileName).toBe('Äll-products-nightly-2026-03-28T02-30.csv')
  const file = await client.get(`/transfer/export-runs/${first.id}/file`)
  expect(file.status, file.text).toBe(200)
  const lines = file.text.trimEnd().split('\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toContain('Ant')
  expect(first.fileSize).toBe(Buffer.byteLength(file.text))
  // Clocks skip half past two on the next night, and show it twice in October.
  expect((await read()).nextAt).toBe('2026-03-29T01:00:00.000Z')
  await app.at('2026-03-29T01:00:00Z')
  await app.at('2026-03-29T12:00:00Z')
  await app.at('2026-03-30T00:30:00Z')
  const runs = await app.runs(client, id)
  expect(runs.map(({ dueAt, hasFile }) => [dueAt, hasFile])).toEqual([
    ['2026-03-30T00:30:00.000Z', true],
    ['2026-03-29T01:00:00.000Z', true],
    ['2026-03-28T01:30:00.000Z', false],
  ])
  expect((await client.get(`/transfer/export-runs/${first.id}/file`)).status).toBe(404)
  // Of missed runs, one is made up for.
  await app.at('2026-04-07T09:00:00Z')
  expect((await app.runs(client, id)).slice(0, 2).map(({ dueAt }) => dueAt)).toEqual([
    '2026-03-31T00:30:00.000Z',
    '2026-03-30T00:30:00.000Z',
  ])
  expect((await read()).nextAt).toBe('2026-04-08T00:30:00.000Z')

  const changed = await client.put('/transfer/exports', { id, frequency: 'monthly', day: 31, time: '10:00' })
  expect(changed.status, changed.text).toBe(200)
  expect((await read()).nextAt).toBe('2026-04-30T08:00:00.000Z')
  await app.at('2026-04-30T08:00:00Z')
  expect((await app.runs(client, id))[0]).toMatchObject({ dueAt: '2026-04-30T08:00:00.000Z', status: 'completed' })
  const removed = await client.del(`/transfer/exports?id=${id}`)
  expect((await client.get(`/transfer/export-runs?exportId=${id}`)).body.items).toEqual([])
  await app.undo(client, removed)
  expect((await app.runs(client, id))[0]).toMatchObject({ hasFile: true })
  await client.del(`/transfer/exports?id=${id}`)
  await app.sql(`update transfer_export_runs set orphaned_at = $1`, [app.clock.now])
  await app.at('2026-05-02T12:00:00Z')
  expect(await app.sql('select from transfer_export_runs')).toEqual([])
  expect(await app.sql('select from attachment_held_files')).toEqual([])
}, 60_000)

test('the next run is at the time that clocks show, also when they change', async () => {
  await using app = await exportApp('2026-09-01T00:00:00Z')
  const { client } = app.person(OWNER)
  const berlin = { time: '02:30', timeZone: 'Europe/Berlin' }
  const sunday = { ...berlin, frequency: 'weekly', weekday: 7 }
  for (const [schedule, now, next] of [
    [sunday, '2026-10-20T00:00:00Z', '2026-10-25T00:30:00.000Z'],
    [sunday, '2026-10-25T00:30:00Z', '2026-11-01T01:30:00.000Z'],
    [{ ...berlin, frequency: 'daily' }, '2026-10-25T00:45:00Z', '2026-10-26T01:30:00.000Z'],
    [{ ...berlin, frequency: 'monthly', day: 29 }, '2027-02-01T00:00:00Z', '2027-02-28T01:30:00.000Z'],
    [{ ...berlin, frequency: 'monthly', day: 29 }, '2028-02-28T12:00:00Z', '2028-02-29T01:30:00.000Z'],
    [{ ...berlin, frequency: 'monthly', day: 1 }, '2028-02-28T12:00:00Z', '2028-03-01T01:30:00.000Z'],
    [{ time: '02:15', timeZone: 'Australia/Lord_Howe' }, '2028-09-30T12:00:00Z', '2028-09-30T15:30:00.000Z'],
    [{ time: '00:00', timeZone: 'Pacific/Kiritimati' }, '2028-12-31T12:00:00Z', '2029-01-01T10:00:00.000Z'],
  ] as const) {
    app.clock.set(new Date(now))
    const { id } = (await client.post('/transfer/exports', { ...nightly, ...schedule })).body
    const { nextAt } = (await client.get(`/transfer/exports?id=${id}`)).body.items[0]
    expect([schedule, now, nextAt]).toEqual([schedule, now, next])
  }
})

test('an export is refused that its owner may not make, or not any more, and they are told once', async () => {
  await using app = await exportApp('2026-05-01T00:00:00Z')
  const { client, userId } = app.person(OWNER)
  const make = (fields: object, who = client) => who.post('/transfer/exports', { ...nightly, ...fields })
  for (const [fields, status] of [
    [{ list: '/catalog/nothing' }, 400],
    [{ list: '/attachments/file/{id}' }, 400],
    [{ list: '/auth/users' }, 403],
    [{ query: 'sortField=nothing' }, 400],
    [{ frequency: 'weekly' }, 400],
    [{ frequency: 'monthly' }, 400],
    [{ time: '24:00' }, 400],
    [{ timeZone: 'Mars/Phobos' }, 400],
    [{ keptFiles: 0 }, 400],
  ] as const)
    expect([fields, (await make(fields)).status]).toEqual([fields, status])
  expect((await make({}, app.as({ features: ['catalog.*', 'transfer.view', 'transfer.manage'] }))).status).toBe(403)
  expect((await make({}, app.as({ features: OWNER, kind: 'api_key' }))).status).toBe(403)

  const asked: string[] = []
  app.platform.override(people, {
    tenantName: async () => 'Acme',
    find: async (names) => {
      asked.push(...names)
      return new Map(
        names.map((name) => [name, [{ id: userId, email: `${name === 'admin' ? 'admin' : 'owner'}@acme.com` }]]),
      )
    },
  })
  const { id } = (await make({})).body
  await app.at('2026-05-01T03:00:00Z')
  const [first] = await app.runs(client, id)
  expect(first).toMatchObject({ status: 'completed', rows: 0 })
  const file = `/transfer/export-runs/${first.id}/file`
  const stranger = app.person(OWNER).client
  const manager = app.person([...OWNER, 'transfer.exports.manage']).client
  for (const other of [stranger, manager]) {
    expect((await other.get(file)).status).toBe(404)
    expect((await other.put('/transfer/exports', { id, name: 'Mine' })).status).toBe(404)
    expect((await other.post(`/transfer/exports/${id}/run`)).status).toBe(404)
  }
  expect((await stranger.del(`/transfer/exports?id=${id}`)).status).toBe(404)
  expect((await stranger.get('/transfer/exports')).body.total).toBe(0)
  expect(await app.runs(stranger, id)).toEqual([])
  expect((await manager.get('/transfer/exports')).body).toMatchObject({ total: 1, items: [{ id, isOwn: false }] })
  expect(await app.runs(manager, id)).toHaveLength(1)

  const caller = app.people.get(userId)!
  const without = { ...caller, actor: { ...caller.actor, grants: compileGrants(['transfer.exports.schedule']) } }
  app.people.set(userId, without)
  expect((await client.get(file)).status).toBe(403)
  await app.at('2026-05-02T03:00:00Z')
  await app.at('2026-05-03T03:00:00Z')
  expect((await app.runs(client, id)).slice(0, 2)).toMatchObject([
    { status: 'failed', attempts: 1, errorMessage: 'Its owner may not read this list any more', hasFile: false },
    { status: 'failed', attempts: 1, fileName: null },
  ])
  expect(app.mails.map(({ to, subject }) => [to, subject])).toEqual([['owner@acme.com', 'Export failed: Nightly']])
  app.people.set(userId, caller)
  await app.sql('update attachment_usage set kept_bytes = kept_bytes + 512 * 1024 * 1024')
  await app.at('2026-05-03T12:00:00Z')
  await client.post(`/transfer/exports/${id}/run`)
  await app.jobs()
  expect((await app.runs(client, id))[0]).toMatchObject({
    status: 'failed',
    attempts: 1,
    errorMessage: 'The files of this tenant may take at most 536870912 bytes',
  })
  await app.sql('update attachment_usage set kept_bytes = kept_bytes - 512 * 1024 * 1024')
  await app.at('2026-05-04T03:00:00Z')
  expect((await app.runs(client, id))[0]).toMatchObject({ status: 'completed' })
  app.people.delete(userId)
  expect((await client.get(file)).status).toBe(403)
  await app.at('2026-05-05T03:00:00Z')
  await app.at('2026-05-06T03:00:00Z')
  expect((await app.runs(manager, id))[0]).toMatchObject({
    status: 'failed',
    errorMessage: 'The account that has scheduled this export cannot be used any more',
  })
  expect(app.mails.map(({ to }) => to)).toEqual(['owner@acme.com', 'admin@acme.com'])
  expect(asked).toEqual([userId, 'admin'])
  expect((await manager.del(`/transfer/exports?id=${id}`)).status).toBe(200)
}, 60_000)

test('rows that a policy hides are in no file, and who loses the list in the midst gets none', async () => {
  await using app = await exportApp('2026-05-01T00:00:00Z')
  await app.sql(
    `insert into catalog_products (id, tenant_id, organization_id, title, search_text)
      select gen_random_uuid(), $1, $2, 'Product ' || n, 'product ' || n from generate_series(1, 5000) n`,
    [tenantA.id, tenantA.organization],
  )
  const { client, userId } = app.person(OWNER)
  const { id } = (await client.post('/transfer/exports', { ...nightly, format: 'jsonl' })).body
  let asked = 0
  const whole = app.people.get(userId)!
  app.platform.override(importers, {
    callerOf: async () =>
      ++asked > 4 ? { ...whole, actor: { ...whole.actor, grants: compileGrants(['transfer.*']) } } : whole,
  })
  await app.at('2026-05-01T03:00:00Z')
  expect((await app.runs(client, id))[0]).toMatchObject({ status: 'failed', attempts: 1, hasFile: false })
  expect(await app.sql('select from attachment_held_files')).toEqual([])
  expect(await app.sql("select from attachment_objects where state = 'kept'")).toEqual([])
  const policies = { 'catalog.product': { read: { field: 'title', operator: '=', value: 'Product 7' } } }
  const clerk = app.person(OWNER, { policies })
  app.platform.override(importers, { callerOf: async (importer) => app.people.get(importer.userId) ?? null })
  const own = (await clerk.client.post('/transfer/exports', { ...nightly, format: 'jsonl' })).body.id
  await app.at('2026-05-02T03:00:00Z')
  const [run] = await app.runs(clerk.client, own)
  expect(run).toMatchObject({ status: 'completed', rows: 1 })
  const { text } = await clerk.client.get(`/transfer/export-runs/${run.id}/file`)
  expect(JSON.parse(text)).toMatchObject({ title: 'Product 7' })
  expect((await app.runs(client, id))[0]).toMatchObject({ status: 'completed', rows: 5_000 })
  // Who loses a field in the midst gets a file without it, and not half of its values.
  const fields = { read: ['id', 'sku', 'createdAt', 'updatedAt'], write: [] }
  const blind = app.callerOf({ userId, features: OWNER, policies: { 'catalog.product': { fields } } as never })
  asked = 0
  await app.sql('update transfer_exports set is_active = false where id = $1', [own])
  app.platform.override(importers, { callerOf: async () => (++asked > 2 ? blind : whole) })
  await client.put('/transfer/exports', { id, format: 'csv' })
  await app.at('2026-05-03T03:00:00Z')
  expect((await app.runs(client, id))[0]).toMatchObject({ status: 'waiting', attempts: 1 })
  await app.sql(`update plinth_jobs.job set start_after = now() where name = 'transfer.export'`)
  await app.jobs()
  const [again] = await app.runs(client, id)
  expect(again).toMatchObject({ status: 'completed', attempts: 2, rows: 5_000 })
  const [header] = (await client.get(`/transfer/export-runs/${again.id}/file`)).text.split('\n', 1)
  expect(header!.split(',')).toEqual(expect.arrayContaining(['id', 'sku']))
  expect(header).not.toContain('title')
}, 60_000)

test('an export whose list is filtered by a field of customers fails when there is no such field any more', async () => {
  await using app = await exportApp('2026-05-01T00:00:00Z')
  const admin = app.as({ features: ['*'] })
  const { client } = app.person([...OWNER, 'entities.*'])
  const shop = await addEntity(admin)
  for (const entityId of ['catalog:catalog_product', shop])
    await defineField(admin, entityId, { key: 'color', kind: 'text' })
  for (const cf_color of ['red', 'blue']) await client.post('/catalog/products', { title: cf_color, cf_color })
  for (const color of ['red', 'blue']) await addRecord(admin, { entityId: shop, values: { name: color, color } })
  const make = (fields: object) => client.post('/transfer/exports', { ...nightly, ...fields })
  const records = { list: '/entities/records', query: `entityId=${shop}&color_in=red` }
  const unknown = [
    await make({ query: 'cf_colour=red' }),
    await make({ ...records, query: `${records.query}&colour=a` }),
  ]
  expect(unknown.map(({ status, body }) => [status, body.fieldErrors])).toEqual([
    [400, { query: "The list has no filter 'cf_colour'" }],
    [400, { query: "The list has no filter 'colour'" }],
  ])
  const made = [await make({ query: 'cf_color=red&isActive=true' }), await make(records)]
  await app.at('2026-05-01T03:00:00Z')
  for (const { body } of made) expect(await app.runs(client, body.id)).toMatchObject([{ status: 'completed', rows: 1 }])
  for (const entityId of ['catalog:catalog_product', shop])
    await admin.del('/entities/definitions', { entityId, key: 'color' })
  await app.at('2026-05-02T03:00:00Z')
  const errors = ["The list has no filter 'cf_color'", "The list has no filter 'color_in'"]
  for (const [place, { body }] of made.entries())
    expect((await app.runs(client, body.id))[0]).toMatchObject({ status: 'failed', errorMessage: errors[place] })
})

test('a file goes to object storage in parts, and a store that fails is tried again', async () => {
  await using app = await exportApp('2026-05-01T00:00:00Z')
  await using server = await startS3Server()
  const store = s3Storage(server.options)
  let failures = 2
  const failing: Storage = {
    ...store,
    write: async (address, source, options) => {
      if (failures-- <= 0) return store.write(address, source, options)
      source.destroy()
      throw new Error('The bucket is on fire')
    },
  }
  app.platform.override(storage, failing)
  await app.sql(
    `insert into catalog_products (id, tenant_id, organization_id, title, description, search_text)
      select gen_random_uuid(), $1, $2, 'Product ' || n, repeat('x', 4000), 'product ' || n from generate_series(1, 2000) n`,
    [tenantA.id, tenantA.organization],
  )
  const { client } = app.person(OWNER)
  const { id } = (await client.post('/transfer/exports', { ...nightly, isActive: false })).body
  expect((await client.post(`/transfer/exports/${id}/run`)).status).toBe(202)
  expect((await client.post(`/transfer/exports/${id}/run`)).status).toBe(409)
  await app.jobs()
  expect(await app.runs(client, id)).toMatchObject([
    { status: 'waiting', isManual: true, attempts: 1, errorMessage: 'The file could not be written' },
  ])
  for (const attempts of [2, 3]) {
    await app.sql(`update plinth_jobs.job set start_after = now() where name = 'transfer.export'`)
    await app.jobs()
    expect(await app.runs(client, id)).toMatchObject([{ attempts }])
  }
  const [run] = await app.runs(client, id)
  expect(run).toMatchObject({ status: 'completed', rows: 2_000, errorMessage: null })
  expect(run.fileSize).toBeGreaterThan(8_000_000)
  expect(await server.objects()).toHaveLength(1)
  const { text } = await client.get(`/transfer/export-runs/${run.id}/file`)
  expect(text.trimEnd().split('\n')).toHaveLength(2_001)
  store.close()
}, 60_000)

test('of two hosts one takes a run, and another begins again what a dead one has left, with one file in the end', async () => {
  await using app = await exportApp('2026-05-01T00:00:00Z')
  await using there = await createPlatform({
    modules: app.platform.modules.filter(({ id }) => !id.startsWith('test_')),
    services: [provide(storage, () => localStorage({ root: app.root }))],
    database: { ...app.database, poolSize: 4 },
    secret: testSecret,
    now: () => app.clock.now,
  })
  there.override(importers, { callerOf: async ({ userId }) => app.people.get(userId) ?? null })
  await there.start({ workers: false })
  const { client } = app.person(OWNER)
  const ids: string[] = []
  for (let count = 0; count < 5; count++) ids.push((await client.post('/transfer/exports', nightly)).body.id)
  app.clock.set(new Date('2026-05-01T03:00:00Z'))
  const look = ({ modules, actAs }: Platform) => {
    const job = modules.flatMap(({ jobs = [] }) => jobs).find(({ id }) => id === 'transfer.start-exports')!
    return actAs({ actor: 'platform', reason: 'schedule', scope: NO_SCOPE }, async ({ enqueue }) => {
      for (let count = 0; count < 3; count++) enqueue(job, {})
    })
  }
  await Promise.all([look(app.platform), look(there)])
  await Promise.all([app.platform.runJobs(), there.runJobs(), app.platform.runJobs(), there.runJobs()])
  const counts = await app.sql(`select status, count(*)::int as runs, count(distinct export_id)::int as exports
    from transfer_export_runs group by status`)
  expect(counts).toEqual([{ status: 'completed', runs: 5, exports: 5 }])

  for (const id of ids.slice(1)) await client.del(`/transfer/exports?id=${id}`)
  const gate = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const local = localStorage({ root: app.root })
  const slow: Storage = {
    ...local,
    async write(address, source, options) {
      begun.resolve()
      await gate.promise
      return local.write(address, source, options)
    },
  }
  app.platform.override(storage, slow)
  const dead = app.at('2026-05-02T03:00:00Z')
  await begun.promise
  expect((await app.runs(client, ids[0]!))[0]).toMatchObject({ status: 'running', hasFile: false })
  await app.sql(`update plinth_jobs.job set state = 'retry', start_after = now() where state = 'active'`)
  await there.runJobs()
  const [run] = await app.runs(client, ids[0]!)
  expect(run).toMatchObject({ status: 'completed', attempts: 2, hasFile: true })
  gate.resolve()
  await dead
  expect((await app.runs(client, ids[0]!))[0]).toEqual(run)
  expect(await app.sql("select count(*)::int as kept from attachment_objects where state = 'kept'")).toEqual([
    { kept: 6 },
  ])
  expect((await client.get(`/transfer/export-runs/${run.id}/file`)).status).toBe(200)
  const files = await readdir(join(app.root, 'privateAttachments'), { recursive: true, withFileTypes: true })
  expect(files.filter((entry) => entry.isFile())).toHaveLength(6)
}, 60_000)

test('others neither undo nor redo what the owner of an export has done, unless they may delete it', async () => {
  await using app = await exportApp('2026-05-01T00:00:00Z')
  const { client } = app.person(OWNER)
  const other = app.person(OWNER).client
  const manager = app.person([...OWNER, 'transfer.exports.manage']).client
  const made = await client.post('/transfer/exports', nightly)
  const { id } = made.body
  const audit = (by: typeof client, name: 'undo' | 'redo', body: object) =>
    by.post(`/audit_logs/audit-logs/actions/${name}`, body)
  const read = async () => (await client.get(`/transfer/exports?id=${id}`)).body.items[0]
  app.clock.advance(1_000)
  const paused = await client.put('/transfer/exports', { id, isActive: false })
  const { undoToken } = paused.operation!
  for (const by of [other, manager]) expect((await audit(by, 'undo', { undoToken })).status).toBe(403)
  expect(await read()).toMatchObject({ isActive: false })
  app.clock.advance(1_000)
  const removed = await client.del(`/transfer/exports?id=${id}`)
  expect((await audit(other, 'undo', { undoToken: removed.operation!.undoToken })).status).toBe(403)
  expect(await read()).toBeUndefined()
  const back = await audit(manager, 'undo', { undoToken: removed.operation!.undoToken })
  expect(back.status, back.text).toBe(200)
  expect(await read()).toMatchObject({ isActive: false, isOwn: true })
  app.clock.advance(1_000)
  const deleted = await manager.del(`/transfer/exports?id=${id}`)
  expect((await audit(manager, 'undo', { undoToken: deleted.operation!.undoToken })).status).toBe(200)
  expect((await audit(client, 'undo', { undoToken })).status).toBe(200)
  expect(await read()).toMatchObject({ isActive: true })
})

test('a host whose clock is behind does not stop the exports of a tenant', async () => {
  await using app = await exportApp('2026-05-01T00:00:00Z')
  const { client } = app.person(OWNER)
  const { id } = (await client.post('/transfer/exports', nightly)).body
  const later = (await client.post('/transfer/exports', { ...nightly, time: '03:01' })).body
  await app.at('2026-05-01T03:00:00Z')
  expect(await app.runs(client, id)).toMatchObject([{ status: 'completed' }])
  app.clock.set(new Date('2026-05-01T02:59:30Z'))
  expect((await client.put('/transfer/exports', { id, name: 'Renamed' })).status).toBe(200)
  await app.at('2026-05-01T03:01:00Z')
  expect(await app.runs(client, later.id)).toMatchObject([{ status: 'completed' }])
  expect(await app.runs(client, id)).toHaveLength(1)
  await app.at('2026-05-02T03:00:00Z')
  expect(await app.runs(client, id)).toHaveLength(2)
})

test('long names of files end with a whole character', async () => {
  await using app = await exportApp('2026-05-01T00:00:00Z')
  const { client } = app.person(OWNER)
  const { id } = (await client.post('/transfer/exports', { ...nightly, name: `${'a'.repeat(79)}𠀀𠀀` })).body
  expect((await client.post(`/transfer/exports/${id}/run`)).status).toBe(202)
  await app.jobs()
  const [run] = await app.runs(client, id)
  expect(run.fileName).toBe(`${'a'.repeat(79)}𠀀-2026-05-01T00-00.csv`)
  const file = await client.get(`/transfer/export-runs/${run.id}/file`)
  expect(file.headers.get('content-disposition')).toContain(encodeURIComponent(run.fileName))
})

test('a run whose attempts end the host, or take too long, is given up', async () => {
  await using app = await exportApp('2026-05-01T00:00:00Z')
  const { client } = app.person(OWNER)
  const { id } = (await client.post('/transfer/exports', nightly)).body
  await client.post(`/transfer/exports/${id}/run`)
  // As so many hosts have left it.
  await app.sql(`update transfer_export_runs set status = 'running', attempts = 6`)
  await app.jobs()
  expect(await app.runs(client, id)).toMatchObject([
    { status: 'failed', attempts: 7, errorMessage: 'The export was interrupted', hasFile: false },
  ])
  await app.at('2026-05-01T03:00:00Z')
  expect((await app.runs(client, id))[0]).toMatchObject({ status: 'completed', isManual: false })
})
