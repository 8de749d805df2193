import { createHash, randomBytes } from 'node:crypto'
import { attachments, storage } from '@plinth/attachments'
import { s3Storage } from '@plinth/attachments/s3'
import { postUpload, continueUpload, tusHeaders } from '@plinth/attachments/testing'
import { type Caller, createPlatform, defineModule, provide } from '@plinth/core'
import { defineAuthenticator } from '@plinth/core/security'
import { tenantA, tenantB, testSecret } from '@plinth/testing'
import { expect, test } from 'vitest'
import { type FilesApp, filesApp, uploadForm } from './_files.ts'
import { frailLine, listen, tusUpload } from './_resumable.ts'
import { startS3Server } from './_s3-server.ts'

const MIB = 1024 * 1024
const HOUR = 3_600_000
const somebody = { features: ['attachments.*', 'audit_logs.*'], userId: crypto.randomUUID() }

/** Another host on the database and the storage of `app`, on which everybody is the same person. */
async function otherHost(app: FilesApp, caller: Caller) {
  const everybody = defineAuthenticator({ id: 'everybody', carrier: 'header', authenticate: async () => caller })
  const platform = await createPlatform({
    modules: [
      defineModule({ id: 'logins', title: 'Logins', authenticators: [everybody] }),
      attachments({ maxFileSize: 64 * MIB }),
    ],
    services: [provide(storage, () => app.storage)],
    database: { ...app.database, poolSize: 2 },
    secret: testSecret,
  })
  await platform.start({ workers: false })
  return platform
}

const idOf = (url: string) => url.split('/').at(-1)!
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function assertKept(app: FilesApp, url: string, bytes: Buffer): Promise<void> {
  const read = await app.as(somebody).fetch(`/attachments/file/${idOf(url)}`)
  expect(read.status).toBe(200)
  expect(hashOf(new Uint8Array(await read.arrayBuffer()))).toBe(hashOf(bytes))
  expect(await app.stored()).toHaveLength(1)
  expect(
    await app.sql(
      'select kept_bytes::int as kept, open_uploads as uploads, open_bytes::int as open from attachment_usage',
    ),
  ).toEqual([{ kept: bytes.length, uploads: 0, open: 0 }])
}

test('a connection breaks, and another host goes on where it was', { timeout: 120_000 }, async () => {
  await using app = await filesApp({ maxFileSize: 64 * MIB })
  await using here = await listen(app.platform)
  await using elsewhere = await otherHost(app, app.callerOf(somebody))
  await using there = await listen(elsewhere)
  const bytes = randomBytes(20 * MIB)
  const headers = app.headersOf(somebody)
  await using line = await frailLine(here.port, 18 * MIB)
  const broken = await tusUpload(bytes, { url: line.url, headers })
  expect(broken.error).toBeInstanceOf(Error)
  expect(broken.sent).toEqual(['POST', 'PATCH 0'])
  // All that has arrived is stored: a whole part, and what came of the next.
  const received = async () => (await app.as(somebody).get(broken.url)).body.received as number
  await expect.poll(received, { timeout: 30_000 }).toBeGreaterThan(16 * MIB)
  const resumed = await tusUpload(bytes, { url: there.url, headers: {}, uploadUrl: broken.url })
  expect(resumed.error).toBeNull()
  expect(resumed.sent).toEqual(['HEAD', `PATCH ${await lastOffset(resumed.sent)}`])
  expect(await lastOffset(resumed.sent)).toBeGreaterThan(16 * MIB)
  await assertKept(app, broken.url, bytes)
})

const lastOffset = (sent: readonly string[]) => Number(sent.at(-1)!.split(' ')[1])

test('a file in many small pieces is one file, one entry of the log, and is undone and redone', async () => {
  await using app = await filesApp()
  await using host = await listen(app.platform)
  const bytes = randomBytes(300_001)
  const { url, error, sent } = await tusUpload(bytes, {
    url: host.url,
    headers: app.headersOf(somebody),
    chunkSize: 64 * 1024,
    metadata: { tags: 'a, b', filetype: 'image/png' },
  })
  expect(error).toBeNull()
  expect(sent).toHaveLength(6)
  await assertKept(app, url, bytes)
  const path = `/attachments/library/${idOf(url)}`
  const { item } = (await app.as('admin').get(path)).body
  expect(item).toMatchObject({
    fileName: 'Größe.bin',
    fileSize: bytes.length,
    tags: ['a', 'b'],
    mimeType: 'application/octet-stream',
  })
  const entries = (await app.as('admin').get('/audit_logs/audit-logs/actions')).body.items.filter(
    ({ commandId }: { commandId: string }) => commandId === 'attachments.attachments.create',
  )
  expect(entries).toHaveLength(1)
  const undone = await app.as(somebody).post('/audit_logs/audit-logs/actions/undo', { undoToken: await tokenOf(app) })
  expect(undone.status, undone.text).toBe(200)
  expect((await app.as('admin').get(path)).status).toBe(404)
  const redone = await app.as(somebody).post('/audit_logs/audit-logs/actions/redo', { logId: undone.body.logId })
  expect(redone.status, redone.text).toBe(200)
  await assertKept(app, url, bytes)
})

async function tokenOf(app: FilesApp): Promise<string> {
  const { items } = (await app.as(somebody).get('/audit_logs/audit-logs/actions')).body
  return items.find(({ undoToken }: { undoToken: string | null }) => undoToken !== null).undoToken
}

test('a large file comes in one request, and is stored in parts meanwhile', { timeout: 60_000 }, async () => {
  await using app = await filesApp({ maxFileSize: 64 * MIB })
  await using host = await listen(app.platform)
  const bytes = randomBytes(33 * MIB)
  const { url, error, sent } = await tusUpload(bytes, { url: host.url, headers: app.headersOf(somebody) })
  expect([error, sent]).toEqual([null, ['POST', 'PATCH 0']])
  await assertKept(app, url, bytes)
})

test('files of no bytes, and with the request that begins them, are there at once', async () => {
  await using app = await filesApp()
  await using host = await listen(app.platform)
  const headers = app.headersOf(somebody)
  const empty = await tusUpload(Buffer.alloc(0), { url: host.url, headers })
  expect([empty.error, empty.sent]).toEqual([null, ['POST']])
  await assertKept(app, empty.url, Buffer.alloc(0))
  const whole = await tusUpload(Buffer.from('hello'), { url: host.url, headers, isSentAtOnce: true })
  expect([whole.error, whole.sent]).toEqual([null, ['POST']])
  expect((await app.as(somebody).get(`/attachments/file/${idOf(whole.url)}`)).text).toBe('hello')
})

test('a client whose network lets no PATCH pass overrides the method, from a page of another origin, too', async () => {
  const origin = 'https://shop.example'
  await using app = await filesApp({}, undefined, { cors: { origins: [origin] } })
  await using host = await listen(app.platform)
  const bytes = randomBytes(300_001)
  const headers = app.headersOf(somebody)
  const wishes = { url: host.url, headers, chunkSize: 100_000, overridesMethod: true }
  const { url, error, sent } = await tusUpload(bytes, wishes)
  expect([error, sent]).toEqual([null, ['POST', 'POST 0', 'POST 100000', 'POST 200000', 'POST 300000']])
  await assertKept(app, url, bytes)
  const preflight = await fetch(`${host.url}${url}`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'tus-resumable,upload-offset,x-http-method-override',
    },
  })
  expect(preflight.headers.get('access-control-allow-headers')).toContain('x-http-method-override')
})

test('a client that sends a file as several uploads is refused before anything of it is stored', async () => {
  await using app = await filesApp()
  await using host = await listen(app.platform)
  const { error } = await tusUpload(randomBytes(10_000), {
    url: host.url,
    headers: app.headersOf(somebody),
    parallelUploads: 2,
  })
  expect(error?.message).toContain('Upload-Concat is not supported')
  expect(await app.sql('select from attachment_uploads')).toEqual([])
  expect(await app.stored()).toEqual([])
})

test('a connection is used again after bytes that were refused', async () => {
  await using app = await filesApp({ maxFileSize: 2.5 * MIB })
  await using host = await listen(app.platform)
  const headers = { ...app.headersOf(somebody), ...tusHeaders }
  const { id } = (await postUpload(app.as(somebody), 5)).body
  await continueUpload(app.as(somebody), id, { offset: 0, body: 'hello' })
  const [url, large] = [`${host.url}/attachments/uploads/${id}`, randomBytes(3 * MIB)]
  const offset = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '5' }
  const refused: readonly (readonly [string, RequestInit])[] = [
    [url, { method: 'PATCH', headers: { ...headers, ...offset }, body: large }],
    [`${host.url}/attachments`, { method: 'POST', headers, body: uploadForm({ bytes: large }) }],
    [`${host.url}/attachments/transfer`, { method: 'POST', headers, body: large.toString('hex') }],
  ]
  for (const [path, init] of [...refused, ...refused]) {
    const answer = await fetch(path, init)
    expect([path, answer.status, await answer.json()]).toEqual([path, 413, { error: expect.any(String) }])
    const next = await fetch(url, { method: 'HEAD', headers, signal: AbortSignal.timeout(30_000) })
    expect([path, next.status]).toEqual([path, 200])
  }
})

test('what is stored in a bucket is gone on with, too', { timeout: 60_000 }, async () => {
  await using server = await startS3Server()
  const bucket = s3Storage(server.options)
  await using app = await filesApp({}, undefined, { services: [provide(storage, () => bucket)] })
  await using host = await listen(app.platform)
  const bytes = randomBytes(7 * MIB)
  const headers = app.headersOf(somebody)
  await using line = await frailLine(host.port, 6 * MIB)
  const broken = await tusUpload(bytes, { url: line.url, headers })
  await expect
    .poll(async () => (await app.as(somebody).get(broken.url)).body.received, { timeout: 30_000 })
    .toBeGreaterThan(5 * MIB)
  const resumed = await tusUpload(bytes, { url: host.url, headers, uploadUrl: broken.url })
  expect(resumed.error).toBeNull()
  const read = await app.as(somebody).fetch(`/attachments/file/${idOf(broken.url)}`)
  expect(hashOf(new Uint8Array(await read.arrayBuffer()))).toBe(hashOf(bytes))
  app.clock.advance(HOUR)
  await app.sweep()
  expect(await server.objects()).toHaveLength(1)
  bucket.close()
})

test('an upload belongs to whoever began it, and nobody else learns that there is one', async () => {
  await using app = await filesApp()
  const { id } = (await postUpload(app.as(somebody), 10)).body
  const strangers = {
    colleague: { features: ['*'] },
    sibling: {
      features: ['*'],
      organizationId: tenantA.otherOrganization,
      organizationIds: [tenantA.otherOrganization],
    },
    foreigner: { features: ['*'], tenantId: tenantB.id, organizationId: tenantB.organization },
    superAdmin: { features: ['*'], isSuperAdmin: true },
    key: { features: ['*'], kind: 'api_key', userId: somebody.userId },
  } as const
  const ask = async (who: (typeof strangers)[keyof typeof strangers], target: string) => {
    const client = app.as(who)
    const answers = [
      await client.get(`/attachments/uploads/${target}`),
      await client.send('HEAD', `/attachments/uploads/${target}`),
      await continueUpload(client, target, { offset: 0, body: 'x' }),
      await client.send('DELETE', `/attachments/uploads/${target}`, { headers: tusHeaders }),
    ]
    return answers.map(({ status, text }) => [status, text])
  }
  for (const who of Object.values(strangers)) {
    const seen = await ask(who, id)
    expect(seen.map(([status]) => status)).toEqual([404, 404, 404, 404])
    expect(seen).toEqual(await ask(who, crypto.randomUUID()))
  }
  expect((await app.anonymous.get(`/attachments/uploads/${id}`)).status).toBe(401)
  expect((await app.as({ ...somebody, features: ['attachments.view'] }).get(`/attachments/uploads/${id}`)).status).toBe(
    403,
  )
  expect((await continueUpload(app.as(somebody), id, { offset: 0, body: '0123456789' })).status).toBe(204)
})

test('an upload stays where it was begun, whatever its sender selects meanwhile', async () => {
  await using app = await filesApp()
  const root = { features: ['*'], isSuperAdmin: true, userId: crypto.randomUUID() }
  const place = { tenantId: tenantB.id, organizationId: tenantB.organization }
  const { id } = (await postUpload(app.as(root), 5, place)).body
  expect((await continueUpload(app.as(root), id, { offset: 0, body: 'hello' })).status).toBe(204)
  expect(await app.sql('select tenant_id as "tenantId", organization_id as "organizationId" from attachments')).toEqual(
    [place],
  )
  const foreign = await postUpload(app.as(somebody), 5, place)
  expect(foreign.status).toBe(403)
})

test('an upload is refused beyond the size of a file, and what a tenant has begun counts', async () => {
  await using app = await filesApp({ maxFileSize: 1000, tenantQuota: 2500 })
  const client = app.as(somebody)
  expect((await postUpload(client, 1001)).status).toBe(413)
  const begun = await Promise.all(Array.from({ length: 5 }, () => postUpload(client, 1000)))
  expect(begun.map(({ status }) => status).toSorted()).toEqual([201, 201, 413, 413, 413])
  const [first] = begun.filter(({ status }) => status === 201)
  const { id } = first!.body
  const more = await continueUpload(client, id, { offset: 0, body: 'x'.repeat(1001) })
  expect([more.status, more.body.error]).toEqual([413, 'The upload is longer than its declared 1000 bytes'])
  expect((await client.send('DELETE', `/attachments/uploads/${id}`, { headers: tusHeaders })).status).toBe(204)
  expect((await postUpload(client, 1000)).status).toBe(201)
  expect(await app.stored()).toEqual([])
})

test('of two who go on at the same place one succeeds, and the other one is told where it is', async () => {
  await using app = await filesApp()
  const client = app.as(somebody)
  const { id } = (await postUpload(client, 2000)).body
  const sent = await Promise.all(
    ['a', 'b', 'c'].map((letter) => continueUpload(client, id, { offset: 0, body: letter.repeat(900) })),
  )
  expect(sent.map(({ status }) => status).toSorted()).toEqual([204, 409, 409])
  const winner = 'abc'[sent.findIndex(({ status }) => status === 204)]!
  const head = await client.send('HEAD', `/attachments/uploads/${id}`)
  expect(head.headers.get('upload-offset')).toBe('900')
  const ended = await Promise.all(
    ['x', 'y', 'z'].map((letter) => continueUpload(client, id, { offset: 900, body: letter.repeat(1100) })),
  )
  expect(ended.map(({ status }) => status).toSorted()).toEqual([204, 409, 409])
  const last = 'xyz'[ended.findIndex(({ status }) => status === 204)]!
  expect((await client.get(`/attachments/file/${id}`)).text).toBe(winner.repeat(900) + last.repeat(1100))
  expect(await app.stored()).toHaveLength(1)
})

test('an upload that nobody goes on with ends, and its bytes with it', async () => {
  await using app = await filesApp()
  const client = app.as(somebody)
  const { id } = (await postUpload(client, 10)).body
  for (const offset of [0, 1, 2]) {
    expect((await continueUpload(client, id, { offset, body: 'x' })).status).toBe(204)
    app.clock.advance(HOUR)
    await app.sweep()
  }
  expect(await app.stored()).toHaveLength(3)
  app.clock.advance(1.5 * HOUR)
  expect((await client.get(`/attachments/uploads/${id}`)).status).toBe(404)
  expect((await continueUpload(client, id, { offset: 3, body: 'x' })).status).toBe(404)
  await app.sweep()
  expect(await app.stored()).toEqual([])
  for (const table of ['attachment_uploads', 'attachment_upload_parts', 'attachment_objects'])
    expect(await app.sql(`select from ${table}`), table).toEqual([])
  expect(await app.sql('select open_uploads, open_bytes from attachment_usage')).toEqual([
    { open_uploads: 0, open_bytes: '0' },
  ])
})
