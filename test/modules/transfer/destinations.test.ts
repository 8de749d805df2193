import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { localStorage, storage } from '@plinth/attachments'
import { addRole, addUser, superAdminOf } from '@plinth/auth/testing'
import { createPlatform, type Platform, provide } from '@plinth/core'
import { compileGrants, people } from '@plinth/core/acl'
import { NO_SCOPE } from '@plinth/core/data'
import { createOutgoing, outgoing } from '@plinth/core/http'
import { type Client, tenantA, tenantB, testSecret } from '@plinth/testing'
import { destinationHosts, importers } from '@plinth/transfer'
import { expect, test } from 'vitest'
import { prepareAccounts } from '../auth/_accounts.ts'
import { refuse, type S3Request } from '../attachments/_s3-server.ts'
import { bucketApp, MANAGER, SECRET, SENDER } from './_buckets.ts'
import { nightly } from './_exports.ts'

/** What somebody would download now. */
const download = async (client: Client) => Buffer.from((await client.get('/catalog/products?format=csv')).text)

test('a file goes to the bucket of a tenant, byte for byte, and the secret is nowhere', async () => {
  await using app = await bucketApp()
  await app.addProducts(3)
  const manager = app.person(MANAGER).client
  const { client } = app.person(SENDER)
  const destinationId = await app.destination(manager)
  const made = await client.post('/transfer/exports', { ...nightly, name: 'Äll / nightly', destinationId })
  expect(made.status, made.text).toBe(201)
  const { id } = made.body
  expect((await client.get(`/transfer/exports?id=${id}`)).body.items[0]).toMatchObject({ destinationId })
  await app.at('2026-05-01T03:00:00Z')
  const [run] = await app.runs(client, id)
  const fileName = `Äll-nightly-2026-05-01T03-00-${run.id.slice(-8)}.csv`
  expect(run).toMatchObject({
    status: 'completed',
    rows: 3,
    hasFile: false,
    fileName,
    destinationId,
    objectKey: `plinth/year=2026/${fileName}`,
  })
  const bytes = await download(client)
  expect((await app.server.read(run.objectKey)).equals(bytes)).toBe(true)
  expect(run.fileSize).toBe(bytes.length)
  expect((await client.get(`/transfer/export-runs/${run.id}/file`)).status).toBe(404)
  expect(await app.sql('select from attachment_held_files')).toEqual([])

  const listed = await client.get('/transfer/destinations')
  expect(listed.body.items).toMatchObject([{ id: destinationId, prefix: 'plinth/year=2026', pathStyle: true }])
  app.clock.advance(1_000)
  expect((await manager.put('/transfer/destinations', { id: destinationId, secret: 'another' })).status).toBe(200)
  const log = await manager.get('/audit_logs/audit-logs/actions?limit=100')
  const stored = await app.sql(
    `select (select secret from transfer_destinations) as sealed, (select json_agg(c) from plinth.changes c) as changes,
      (select json_agg(k) from plinth.kept_secrets k) as kept, (select json_agg(l) from plinth.action_log l) as log`,
  )
  const told = [listed.text, log.text, JSON.stringify(stored)].join('\n')
  expect(told).toContain('Warehouse')
  for (const part of [SECRET, 'another"']) expect(told).not.toContain(part)
}, 60_000)

test('a large file goes in parts, is the same byte for byte, and a part that is lost is sent again', async () => {
  await using app = await bucketApp()
  await app.addProducts(5_000)
  const { client } = app.person([...SENDER, ...MANAGER])
  const destinationId = await app.destination(client)
  const parts: string[] = []
  app.server.intercept((request) => {
    const { partNumber } = request.query
    if (partNumber === undefined) return false
    parts.push(partNumber)
    if (parts.length !== 2) return false
    refuse(request, 503, 'SlowDown')
    return true
  })
  const { id } = (await client.post('/transfer/exports', { ...nightly, destinationId })).body
  await app.at('2026-05-01T03:00:00Z')
  const [run] = await app.runs(client, id)
  expect(run).toMatchObject({ status: 'completed', attempts: 1, rows: 5_000 })
  expect(run.fileSize).toBeGreaterThan(20_000_000)
  expect(new Set(parts).size).toBeGreaterThanOrEqual(4)
  expect(parts).toHaveLength(new Set(parts).size + 1)
  expect((await app.server.read(run.objectKey)).equals(await download(client))).toBe(true)
  expect(await app.server.uploads()).toEqual([])
  expect(await app.sql('select upload_id from transfer_export_runs')).toEqual([{ upload_id: null }])
}, 120_000)

test('a host that dies between two parts leaves neither parts nor a second file', async () => {
  await using app = await bucketApp()
  await app.addProducts(4_000)
  await using there = await beside(app)
  await there.start({ workers: false })
  const { client } = app.person([...SENDER, ...MANAGER])
  const destinationId = await app.destination(client)
  const { id } = (await client.post('/transfer/exports', { ...nightly, destinationId, isActive: false })).body
  await client.post(`/transfer/exports/${id}/run`)
  const begun = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  let held = 0
  app.server.intercept(async ({ query }) => {
    if (query['partNumber'] !== '2' || held++ > 0) return false
    begun.resolve()
    await gate.promise
    return false
  })
  const dead = app.jobs()
  await begun.promise
  expect(await app.server.uploads()).toHaveLength(1)
  // Renamed meanwhile, the file has another name.
  await client.put('/transfer/exports', { id, name: 'Renamed' })
  await app.sql(`update plinth_jobs.job set state = 'retry', start_after = now() where state = 'active'`)
  await there.runJobs()
  const [run] = await app.runs(client, id)
  expect(run).toMatchObject({ status: 'completed', attempts: 2, rows: 4_000 })
  expect(run.objectKey).toContain('/Renamed-')
  expect((await app.server.read(run.objectKey)).equals(await download(client))).toBe(true)
  expect(await app.server.uploads()).toEqual([])
  gate.resolve()
  await dead
  expect((await app.runs(client, id))[0]).toEqual(run)
  expect(await app.server.objects()).toHaveLength(1)
}, 120_000)

test('an attempt that dies after its file is written is repeated into the same file, or removes it if it fails', async () => {
  await using app = await bucketApp()
  await app.addProducts(3)
  const { client } = app.person([...SENDER, ...MANAGER])
  const destinationId = await app.destination(client)
  const { id } = (await client.post('/transfer/exports', { ...nightly, destinationId, isActive: false })).body
  const dieOnce = async () => {
    await client.post(`/transfer/exports/${id}/run`)
    await app.jobs()
    // As a host leaves it that has written the file, and not yet noted it.
    await app.sql(`update transfer_export_runs set status = 'running' where id = (
      select id from transfer_export_runs order by due_at desc limit 1)`)
    await app.sql(`update plinth_jobs.job set state = 'retry', completed_on = null, start_after = now()
      where id = (select id from plinth_jobs.job where name = 'transfer.export' order by created_on desc limit 1)`)
  }
  await dieOnce()
  await app.jobs()
  expect(await app.runs(client, id)).toMatchObject([{ status: 'completed', attempts: 2 }])
  expect(await app.server.objects()).toHaveLength(1)
  app.clock.advance(3_600_000)
  await dieOnce()
  expect(await app.server.objects()).toHaveLength(2)
  await client.put('/transfer/exports', { id, query: 'sortField=title' })
  await app.sql(`update transfer_exports set query = 'sortField=nothing'`)
  await app.jobs()
  expect((await app.runs(client, id))[0]).toMatchObject({ status: 'failed', attempts: 2, objectKey: null })
  expect(await app.server.objects()).toHaveLength(1)
}, 60_000)

test('a bucket that refuses says so in words, at once, and the owner is told; one that is busy is tried again', async () => {
  await using app = await bucketApp()
  const { client, userId } = app.person([...SENDER, ...MANAGER])
  app.platform.override(people, {
    tenantName: async () => 'Acme',
    find: async (names) => new Map(names.map((name) => [name, [{ id: userId, email: 'owner@acme.com' }]])),
  })
  const destinationId = await app.destination(client)
  const { id } = (await client.post('/transfer/exports', { ...nightly, destinationId, isActive: false })).body
  const runNow = async () => {
    app.clock.advance(60_000)
    await client.post(`/transfer/exports/${id}/run`)
    await app.jobs()
    return (await app.runs(client, id))[0]
  }
  const { bucket, endpoint } = app.server.options
  const fails = async (message: string, change: object) => {
    const { accessKeyId, secret } = app.fields
    const fields = { id: destinationId, bucket, endpoint, accessKeyId, secret, ...change }
    expect((await client.put('/transfer/destinations', fields)).status).toBe(200)
    expect(await runNow()).toMatchObject({ status: 'failed', attempts: 1, errorMessage: message })
    const tested = await client.post(`/transfer/destinations/${destinationId}/test`)
    expect(tested.body).toEqual({ isUsable: false, findings: [{ check: 'write', outcome: 'failed', message }] })
  }
  await fails(`${app.host} has no bucket named nothing`, { bucket: 'nothing' })
  await fails(`${app.host} does not know this access key id`, { accessKeyId: 'AKIDNOTHING' })
  await fails('The secret does not belong to the access key id, or the region is wrong', { secret: 'wrong' })
  await fails('The address of 127.0.0.1 is not public', { endpoint: 'https://127.0.0.1:9' })
  await fails('The address of localhost is not public', { endpoint: 'https://localhost:9' })
  const answers = (answer: (request: S3Request) => void) =>
    app.server.intercept((request) => {
      answer(request)
      return true
    })
  answers((request) => refuse(request, 403, 'AccessDenied'))
  await fails('The access key may not do this in the bucket files', {})
  answers((request) => {
    refuse(request, 301, 'PermanentRedirect')
    request.set('x-amz-bucket-region', 'eu-west-1')
  })
  await fails('The bucket files is in another region: eu-west-1', {})
  answers((request) => refuse(request, 400, 'AuthorizationHeaderMalformed'))
  await fails('The bucket files is in another region, or has another endpoint', {})
  answers((request) => refuse(request, 418, 'Teapot'))
  await fails('The bucket files has answered 418 (Teapot)', {})
  expect(app.mails.map(({ to, subject }) => [to, subject])).toEqual([['owner@acme.com', 'Export failed: Nightly']])
  expect(app.mails[0]!.text).toContain(`has failed: ${app.host} has no bucket named nothing.`)

  answers((request) => refuse(request, 503, 'SlowDown'))
  expect(await runNow()).toMatchObject({
    status: 'waiting',
    errorMessage: 'The bucket files has answered 503 (SlowDown)',
  })
  app.server.intercept(() => false)
  await app.retry()
  expect((await app.runs(client, id))[0]).toMatchObject({ status: 'completed', attempts: 2, errorMessage: null })
}, 120_000)

test('an attempt that has been replaced does not remove what the present one writes, however it ends', async () => {
  await using app = await bucketApp()
  await app.addProducts(4_000)
  await using there = await beside(app)
  await there.start({ workers: false })
  const { client } = app.person([...SENDER, ...MANAGER])
  const destinationId = await app.destination(client)
  const { id } = (await client.post('/transfer/exports', { ...nightly, destinationId, isActive: false })).body
  await client.post(`/transfer/exports/${id}/run`)
  const gates = [1, 2].map(() => ({
    begun: Promise.withResolvers<void>(),
    opened: Promise.withResolvers<void>(),
  }))
  let held = 0
  app.server.intercept(async (request) => {
    if (request.query['partNumber'] !== '2') return false
    const at = held++
    gates[at]?.begun.resolve()
    await gates[at]?.opened.promise
    if (at !== 0) return false
    refuse(request, 403, 'AccessDenied')
    return true
  })
  const replaced = app.jobs()
  await gates[0]!.begun.promise
  await app.sql(`update plinth_jobs.job set state = 'retry', start_after = now() where state = 'active'`)
  const present = there.runJobs()
  await gates[1]!.begun.promise
  gates[0]!.opened.resolve()
  await replaced
  gates[1]!.opened.resolve()
  await present
  const [run] = await app.runs(client, id)
  expect(run).toMatchObject({ status: 'completed', attempts: 2, rows: 4_000 })
  expect((await app.server.read(run.objectKey)).equals(await download(client))).toBe(true)
  expect(await app.server.uploads()).toEqual([])
}, 120_000)

test('an upload that the store has lost, or whose end it does not confirm, is made anew', async () => {
  await using app = await bucketApp()
  await app.addProducts(2_500)
  const { client } = app.person([...SENDER, ...MANAGER])
  const destinationId = await app.destination(client)
  const { id } = (await client.post('/transfer/exports', { ...nightly, destinationId, isActive: false })).body
  const page = (request: S3Request) => {
    request.status = 200
    request.body = '<html><body>Back soon</body></html>'
  }
  const lost = (request: S3Request) => refuse(request, 404, 'NoSuchUpload')
  const isEnd = ({ method, query }: S3Request) => method === 'POST' && query['uploadId'] !== undefined
  const isBegin = ({ query }: S3Request) => query['uploads'] !== undefined
  const isPart = ({ query }: S3Request) => query['partNumber'] !== undefined
  const unconfirmed = `${app.host} does not answer as an S3-compatible store does`
  for (const [hits, answer, errorMessage] of [
    [isEnd, lost, 'The bucket files has answered 404 (NoSuchUpload)'],
    [isEnd, page, unconfirmed],
    [isBegin, page, unconfirmed],
    [isPart, page, unconfirmed],
  ] as const) {
    app.clock.advance(60_000)
    app.server.intercept((request) => {
      if (!hits(request)) return false
      answer(request)
      return true
    })
    await client.post(`/transfer/exports/${id}/run`)
    await app.jobs()
    expect((await app.runs(client, id))[0]).toMatchObject({ status: 'waiting', errorMessage })
    app.server.intercept(() => false)
    await app.retry()
    expect((await app.runs(client, id))[0]).toMatchObject({ status: 'completed', attempts: 2 })
    expect(await app.server.uploads()).toEqual([])
  }
  expect(await app.server.objects()).toHaveLength(4)

  // A web server that answers everything is no store.
  app.server.intercept((request) => {
    page(request)
    return true
  })
  expect((await client.post(`/transfer/destinations/${destinationId}/test`)).body).toEqual({
    isUsable: false,
    findings: [{ check: 'write', outcome: 'failed', message: unconfirmed }],
  })
}, 120_000)

test('a redirect inward is not followed', async () => {
  await using app = await bucketApp()
  const { client } = app.person([...SENDER, ...MANAGER])
  let reached = 0
  const inside = createServer((_request, response) => {
    reached++
    response.end()
  }).listen(0, '127.0.0.1')
  await once(inside, 'listening')
  const { port } = inside.address() as AddressInfo
  const id = await app.destination(client)
  const message = `${app.host} redirects to another address, which is not followed`
  for (const status of [302, 307, 308]) {
    app.server.intercept((request) => {
      request.status = status
      request.body = ''
      request.set('location', `http://127.0.0.1:${port}/`)
      return true
    })
    const { body } = await client.post(`/transfer/destinations/${id}/test`)
    expect(body).toEqual({ isUsable: false, findings: [{ check: 'write', outcome: 'failed', message }] })
  }
  expect(reached).toBe(0)
  inside.close()
})

test('a test writes and removes an object, and says what cannot be removed', async () => {
  await using app = await bucketApp()
  const { client } = app.person(MANAGER)
  const id = await app.destination(client)
  const run = () => client.post(`/transfer/destinations/${id}/test`)
  expect((await run()).body).toEqual({
    isUsable: true,
    findings: [
      { check: 'write', outcome: 'passed', message: 'An object was written' },
      { check: 'remove', outcome: 'passed', message: 'It was removed again' },
    ],
  })
  expect(await app.server.objects()).toEqual([])
  app.server.intercept((request) => {
    if (request.method !== 'DELETE') return false
    refuse(request, 403, 'AccessDenied')
    return true
  })
  const german = await app.fetch(`/transfer/destinations/${id}/test`, {
    method: 'POST',
    headers: { ...app.headersOf({ features: MANAGER }), 'accept-language': 'de' },
  })
  expect(await german.json()).toMatchObject({
    isUsable: true,
    findings: [
      { check: 'write', outcome: 'passed' },
      {
        check: 'remove',
        outcome: 'warning',
        message: 'Dieser Zugangsschlüssel darf das im Bucket files nicht',
      },
    ],
  })
  expect((await app.person(SENDER).client.post(`/transfer/destinations/${id}/test`)).status).toBe(403)
})

test('the bucket can be part of the host, as at Amazon', async () => {
  await using app = await bucketApp()
  const { client } = app.person(MANAGER)
  const hosts: string[] = []
  const calls = createOutgoing()
  app.platform.override(outgoing, {
    send({ url }, request) {
      hosts.push(url.origin)
      return calls.send({ url: new URL(url.pathname + url.search, app.fields.endpoint), isLocal: true }, request)
    },
  })
  const endpoint = 'https://s3.amazonaws.com'
  const id = await app.destination(client, { endpoint, pathStyle: false, prefix: '' })
  expect((await client.post(`/transfer/destinations/${id}/test`)).body).toMatchObject({ isUsable: true })
  expect(hosts).toEqual(['https://files.s3.amazonaws.com', 'https://files.s3.amazonaws.com'])
})

test('what is entered is checked', async () => {
  await using app = await bucketApp()
  const { client } = app.person(MANAGER)
  for (const wrong of [
    { endpoint: 'http://s3.example.com' },
    { endpoint: 'https://name:password@s3.example.com' },
    { endpoint: 'https://s3.example.com?x=1' },
    { endpoint: 'file:///etc' },
    { endpoint: 'https://s3.exa\nmple.com' },
    { bucket: '../files' },
    { bucket: 'arn:aws:s3:::files' },
    { prefix: 'a/../b' },
    { prefix: 'a\nb' },
    { region: 'eu west' },
    { accessKeyId: 'a/b' },
    { secret: 'with space' },
    { secret: '' },
  ]) {
    const { status } = await client.post('/transfer/destinations', { ...app.fields, ...wrong })
    expect([wrong, status]).toEqual([wrong, 400])
  }
  const part = app.person(MANAGER, { organizationIds: [tenantA.organization] }).client
  expect((await part.post('/transfer/destinations', app.fields)).status).toBe(403)
})

test('a destination is that of its tenant, and chosen by those who may', async () => {
  await using app = await bucketApp()
  const manager = app.person(MANAGER).client
  const { client, userId } = app.person(SENDER)
  const destinationId = await app.destination(manager)
  const other = app.person([...SENDER, ...MANAGER], { tenantId: tenantB.id }).client
  expect((await other.get('/transfer/destinations')).body.items).toEqual([])
  expect((await other.put('/transfer/destinations', { id: destinationId, name: 'Mine' })).status).toBe(404)
  expect((await other.del(`/transfer/destinations?id=${destinationId}`)).status).toBe(404)
  expect((await other.post(`/transfer/destinations/${destinationId}/test`)).status).toBe(404)
  const body = { ...nightly, destinationId }
  expect((await other.post('/transfer/exports', body)).status).toBe(400)
  const without = SENDER.filter((name) => name !== 'transfer.destinations.view')
  expect((await app.person(without).client.post('/transfer/exports', body)).status).toBe(403)
  const { id } = (await client.post('/transfer/exports', body)).body
  expect((await manager.del(`/transfer/destinations?id=${destinationId}`)).status).toBe(409)
  const caller = app.people.get(userId)!
  app.people.set(userId, { ...caller, actor: { ...caller.actor, grants: compileGrants(without) } })
  await app.at('2026-05-01T03:00:00Z')
  expect((await app.runs(client, id))[0]).toMatchObject({
    status: 'failed',
    errorMessage: 'Its owner may not choose destinations of exports any more',
  })
  expect(await app.server.objects()).toEqual([])
})

test('whoever changes where exports go has the rights of their owners, also by undo and redo', async () => {
  await using app = await bucketApp()
  for (const prepare of prepareAccounts) await prepare(app)
  const superAdmin = superAdminOf(app)
  const role = await addRole(superAdmin, 'Sender', { features: SENDER })
  const userId = await addUser(superAdmin, { roles: [role] })
  const sender = app.person(SENDER, { userId }).client
  const weak = app.person([...MANAGER, 'transfer.exports.schedule']).client
  const strong = app.person([...SENDER, ...MANAGER]).client
  const id = await app.destination(weak)
  const put = (by: Client, fields: object) => {
    app.clock.advance(1_000)
    return by.put('/transfer/destinations', { id, ...fields })
  }
  expect((await put(weak, { bucket: 'elsewhere' })).status).toBe(200)
  const { id: exportId } = (await sender.post('/transfer/exports', { ...nightly, destinationId: id })).body
  for (const change of [
    { bucket: 'mine' },
    { secret: 'mine' },
    { endpoint: 'https://mine.example' },
    { prefix: 'mine' },
  ]) {
    const refused = await put(weak, change)
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('more permissions than you')])
  }
  const renamed = await put(weak, { name: 'Renamed', bucket: 'elsewhere' })
  expect(renamed.status).toBe(200)
  const audit = (by: Client, name: 'undo' | 'redo', logId: string) =>
    app.platform.actAs(by === weak ? weakCaller : strongCaller, (ctx) => ctx[name](logId, { ofOthers: true }))
  const weakCaller = app.callerOf({ features: MANAGER })
  const strongCaller = app.callerOf({ features: [...SENDER, ...MANAGER] })
  await audit(weak, 'undo', renamed.operation!.id)
  const moved = await put(strong, { bucket: 'files', secret: 'another' })
  expect(moved.status).toBe(200)
  await expect(audit(weak, 'undo', moved.operation!.id)).rejects.toThrow('more permissions than you')
  await audit(strong, 'undo', moved.operation!.id)
  await expect(audit(weak, 'redo', moved.operation!.id)).rejects.toThrow('more permissions than you')
  await audit(strong, 'redo', moved.operation!.id)
  const read = async () => (await sender.get('/transfer/destinations')).body.items
  expect(await read()).toMatchObject([{ name: 'Warehouse', bucket: 'files' }])

  // Its creation cannot be undone while an export goes there; the export's own undo brings the choice back.
  app.clock.advance(1_000)
  const unchosen = await sender.put('/transfer/exports', { id: exportId, destinationId: null })
  const removed = await weak.del(`/transfer/destinations?id=${id}`)
  expect(removed.status, removed.text).toBe(200)
  const back = await sender.post('/audit_logs/audit-logs/actions/undo', { undoToken: unchosen.operation!.undoToken })
  expect(back.status).toBeGreaterThanOrEqual(400)
  expect(back.status).toBeLessThan(500)
  await app.undo(weak, removed)
  expect(await read()).toMatchObject([{ bucket: 'files' }])
  await app.undo(sender, unchosen)
  expect((await sender.get(`/transfer/exports?id=${exportId}`)).body.items[0]).toMatchObject({ destinationId: id })
})

test('secrets are made anew with the secret of the platform, and still open the bucket', async () => {
  await using app = await bucketApp()
  const { client } = app.person([...SENDER, ...MANAGER])
  const destinationId = await app.destination(client)
  const { id } = (await client.post('/transfer/exports', { ...nightly, destinationId })).body
  const [before] = await app.sql('select secret from transfer_destinations')
  await app.platform[Symbol.asyncDispose]()
  const present = 'the present secret with at least 32 characters'
  const open = (retiredSecrets: readonly string[]) => beside(app, { secret: present, retiredSecrets })
  {
    await using rotating = await open([testSecret])
    await rotating.migrate()
    await rotating.start({ workers: false })
    const { isDone, steps } = await rotating.rotateSecret()
    expect(isDone).toBe(true)
    expect(steps.find(({ id: step }) => step === 'transfer.destinations')).toMatchObject({ renewed: 1, left: 0 })
  }
  const [after] = await app.sql('select secret from transfer_destinations')
  expect(after).not.toEqual(before)
  await using next = await open([])
  await next.start({ workers: false })
  app.clock.set(new Date('2026-05-01T03:00:00Z'))
  await startDue(next)
  await next.runJobs()
  expect(await app.sql('select status, export_id from transfer_export_runs')).toEqual([
    { status: 'completed', export_id: id },
  ])
  expect(await app.server.objects()).toHaveLength(1)
}, 60_000)

/** Another host of the same database. */
async function beside(app: Awaited<ReturnType<typeof bucketApp>>, more: object = {}) {
  const platform = await createPlatform({
    modules: app.platform.modules.filter(({ id }) => !id.startsWith('test_')),
    services: [provide(storage, () => localStorage({ root: app.root }))],
    database: { ...app.database, poolSize: 4 },
    secret: testSecret,
    now: () => app.clock.now,
    ...more,
  })
  platform.override(importers, { callerOf: async ({ userId }) => app.people.get(userId) ?? null })
  platform.override(destinationHosts, { localHosts: [app.host] })
  return platform
}

/** Looks for exports that are due. */
function startDue({ modules, actAs }: Platform) {
  const job = modules.flatMap(({ jobs = [] }) => jobs).find(({ id }) => id === 'transfer.start-exports')!
  return actAs({ actor: 'platform', reason: 'schedule', scope: NO_SCOPE }, async ({ enqueue }) => enqueue(job, {}))
}
