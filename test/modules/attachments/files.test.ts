import { createHash } from 'node:crypto'
import { storage } from '@plinth/attachments'
import { tenantB } from '@plinth/testing'
import { expect, test } from 'vitest'
import { filesApp, uploadForm, send } from './_files.ts'

test('a file is uploaded, listed, read, deleted, and back after an undo', async () => {
  await using app = await filesApp()
  const admin = app.as('admin')
  const sent = await send(admin, { bytes: 'grüß dich', name: 'Grüße.txt', fields: { tags: 'a, b, a' } })
  expect(sent.status).toBe(200)
  const { id, url } = sent.body.item
  expect(sent.body.item).toMatchObject({
    fileName: 'Grüße.txt',
    fileSize: 11,
    partitionCode: 'privateAttachments',
    tags: ['a', 'b'],
    assignments: [{ type: 'shop:order', id: '1' }],
  })
  const read = await admin.get(url)
  expect(read.text).toBe('grüß dich')
  expect(Object.fromEntries(read.headers)).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-length': '11',
    'content-disposition': expect.stringContaining("filename*=UTF-8''Gr%C3%BC%C3%9Fe.txt"),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=60',
  })
  const listed = await admin.get('/attachments?entityId=shop:order&recordId=1')
  expect(listed.body.items).toMatchObject([{ id, mimeType: 'text/plain' }])
  const deleted = await admin.del(`/attachments?id=${id}`)
  expect(deleted.body).toEqual({ ok: true })
  expect((await admin.get(url)).status).toBe(404)
  expect(await app.stored()).toHaveLength(1)
  await app.revert('undo', deleted)
  expect((await admin.get(url)).text).toBe('grüß dich')
})

test('the same key, file and fields answer once; another file under the key is refused', async () => {
  await using app = await filesApp()
  const admin = app.as('admin')
  const sendOnce = (bytes: string) =>
    admin.send('POST', '/attachments', { body: uploadForm({ bytes }), headers: { 'idempotency-key': 'k1' } })
  const [first, again] = [await sendOnce('one'), await sendOnce('one')]
  expect(again.status).toBe(200)
  expect(again.body).toEqual(first.body)
  expect((await sendOnce('two')).status).toBe(400)
  expect(await app.stored()).toHaveLength(1)
})

test('a part of a file, and nothing when nothing has changed', async () => {
  await using app = await filesApp()
  const admin = app.as('admin')
  const { body } = await send(admin, { bytes: '0123456789' })
  const read = (headers: Record<string, string>) => admin.send('GET', body.item.url, { headers })
  const part = await read({ range: 'bytes=2-4' })
  expect([part.status, part.text, part.headers.get('content-range')]).toEqual([206, '234', 'bytes 2-4/10'])
  expect((await read({ range: 'bytes=-3' })).text).toBe('789')
  expect((await read({ range: 'bytes=0-1,4-5' })).status).toBe(200)
  const beyond = await read({ range: 'bytes=50-60' })
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10'])
  const etag = part.headers.get('etag')!
  expect(etag).toContain(createHash('sha256').update('0123456789').digest('hex').slice(0, 32))
  expect((await read({ 'if-none-match': etag })).status).toBe(304)
  expect((await read({ 'if-modified-since': part.headers.get('last-modified')! })).status).toBe(304)
  expect((await read({ range: 'bytes=2-4', 'if-range': '"other"' })).status).toBe(200)
})

test('a small file that is asked for again comes from memory, whole and in part; a large one never does', async () => {
  await using app = await filesApp()
  const admin = app.as('admin')
  let reads = 0
  app.platform.override(storage, { ...app.storage, read: (...place) => (reads++, app.storage.read(...place)) })
  const small = (await send(admin, { bytes: '0123456789' })).body.item
  for (let time = 0; time < 4; time++) expect((await admin.get(small.url)).text).toBe('0123456789')
  const part = await admin.send('GET', small.url, { headers: { range: 'bytes=2-4' } })
  expect([part.status, part.text, part.headers.get('content-range')]).toEqual([206, '234', 'bytes 2-4/10'])
  expect(reads).toBe(2)
  const large = (await send(admin, { bytes: 'x'.repeat(2 ** 20 + 1) })).body.item
  const before = reads
  for (let time = 0; time < 3; time++) expect((await admin.get(large.url)).text).toHaveLength(2 ** 20 + 1)
  expect(reads - before).toBe(3)
  // Memory answers nobody who may not see the file, and nothing that is deleted.
  const stranger = { features: ['*'], tenantId: tenantB.id, organizationId: tenantB.organization }
  expect((await app.as(stranger).get(small.url)).status).toBe(404)
  await admin.del(`/attachments?id=${small.id}`)
  expect((await admin.get(small.url)).status).toBe(404)
})

test('a file beyond the limit or the quota is refused, and nothing of it stays', async () => {
  await using app = await filesApp({ maxFileSize: 1000, tenantQuota: 2500 })
  const admin = app.as('admin')
  const bytes = (size: number) => ({ bytes: 'x'.repeat(size) })
  expect((await send(admin, bytes(1001))).status).toBe(413)
  const sent = await Promise.all(Array.from({ length: 6 }, () => send(admin, bytes(900))))
  expect(sent.map(({ status }) => status).sort()).toEqual([200, 200, 413, 413, 413, 413])
  expect(await app.stored()).toHaveLength(2)
})

test('files have a number beside their bytes, so that empty ones end too', async () => {
  await using app = await filesApp({ maxFiles: 2 })
  const admin = app.as('admin')
  const sent = await Promise.all(Array.from({ length: 5 }, () => send(admin, { bytes: '' })))
  expect(sent.map(({ status }) => status).sort()).toEqual([200, 200, 413, 413, 413])
  const again = async () => {
    const { id } = (await admin.get('/attachments/library')).body.items[0]
    await admin.del(`/attachments/library/${id}`)
    return (await send(admin, { bytes: '' })).status
  }
  // Deleted ones may be as many again.
  expect([await again(), await again(), await again()]).toEqual([200, 200, 413])
})

test('undo and redo bring no more files back than the tenant may have, also at once', async () => {
  await using app = await filesApp({ tenantQuota: 2500 })
  const admin = app.as('admin')
  const upload = async () => {
    const sent = await send(admin, { bytes: 'x'.repeat(1000) })
    expect(sent.status).toBe(200)
    return sent
  }
  const remove = (id: string) => admin.del(`/attachments?id=${id}`)
  const kept = async () =>
    (await app.sql<{ kept: number }>('select kept_bytes::int as kept from attachment_usage'))[0]!.kept
  const files = [await upload(), await upload()]
  const deleted = [await remove(files[0]!.body.item.id), await remove(files[1]!.body.item.id)]
  const last = await upload()
  const undone = await Promise.all(deleted.map((one) => app.revert('undo', one)))
  expect(undone.map(({ status }) => status).toSorted()).toEqual([200, 400])
  const refused = undone.find(({ status }) => status === 400)!
  expect(refused.body).toEqual({ error: 'The files of this tenant may take at most 2500 bytes' })
  expect(await kept()).toBe(2000)
  // Taking away is always possible, and what was refused is so only until there is room.
  const taken = await app.revert('undo', last)
  expect([taken.status, await kept()]).toEqual([200, 1000])
  const [left] = deleted.filter((_, index) => undone[index] === refused)
  expect((await app.revert('undo', left!)).status).toBe(200)
  const redone = await admin.post('/audit_logs/audit-logs/actions/redo', { logId: taken.body.logId })
  expect([redone.status, redone.body.error]).toEqual([400, 'The files of this tenant may take at most 2500 bytes'])
  expect(await kept()).toBe(2000)
})

test('undo brings no more files back than there may be, empty ones included', async () => {
  await using app = await filesApp({ maxFiles: 1 })
  const { id } = (await send(app.as('admin'), { bytes: '' })).body.item
  const deleted = await app.as('admin').del(`/attachments/library/${id}`)
  expect((await send(app.as('admin'), { bytes: '' })).status).toBe(200)
  expect(await app.revert('undo', deleted)).toMatchObject({
    status: 400,
    body: { error: 'A tenant may have at most 1 files' },
  })
})

test('the bytes of a deleted file are kept as long as that can be undone, then purged', async () => {
  await using app = await filesApp()
  const admin = app.as('admin')
  const { body } = await send(admin)
  const deleted = await admin.del(`/attachments/library/${body.item.id}`)
  await app.sweep()
  expect(await app.stored()).toHaveLength(1)
  app.clock.advance(25 * HOUR)
  await app.sweep()
  expect(await app.stored()).toEqual([])
  const refused = await app.revert('undo', deleted)
  expect(refused.status).toBe(400)
  expect(await app.sql('select kept_bytes, released_bytes from attachment_usage')).toEqual([
    { kept_bytes: '0', released_bytes: '0' },
  ])
})

const HOUR = 3_600_000

test('what a text begins with is told in a moment, however many comments it has', async () => {
  await using app = await filesApp()
  const typeOf = async (bytes: string) => {
    const { id } = (await send(app.as('admin'), { bytes, name: 'a', type: 'x/y' })).body.item
    return (await app.sql('select mime_type from attachments where id = $1', [id]))[0]!['mime_type']
  }
  for (const comment of ['<!---->', '<!-- a -->\n', '<!-- -- -->']) {
    const many = comment.repeat(Math.floor(1_000 / comment.length))
    expect(await typeOf(`${many}x`)).toBe('text/plain')
    expect(await typeOf(`${many}<svg>`)).toBe('image/svg+xml')
  }
  expect(await typeOf('<!-- --> --><svg>')).toBe('text/plain')
})
