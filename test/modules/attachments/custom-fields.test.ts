import { continueUpload, postUpload } from '@plinth/attachments/testing'
import { auditLogs } from '@plinth/audit-logs'
import { auth } from '@plinth/auth'
import { customFields } from '@plinth/custom-fields'
import { addEntity, addRecord, defineField } from '@plinth/custom-fields/testing'
import { dictionaries } from '@plinth/dictionaries'
import { directory } from '@plinth/directory'
import { progress } from '@plinth/progress'
import { expect, test } from 'vitest'
import { filesApp, send } from './_files.ts'

const FILE = 'attachments:attachment'
const modules = [
  directory,
  auth({ secret: 'a secret that no production platform has' }),
  auditLogs,
  progress,
  dictionaries,
  customFields,
]
const MIB = 1024 * 1024

test('uploads take values of custom fields in every spelling, or are refused as a whole', async () => {
  await using app = await filesApp({}, modules)
  const admin = app.as('admin')
  await defineField(admin, FILE, { key: 'year', kind: 'integer' })
  await defineField(admin, FILE, { key: 'topics', kind: 'text', multi: true })
  const valuesOf = async (id: string) => (await admin.get(`/attachments/library/${id}`)).body.item.customFields
  const spellings: Record<string, string>[] = [
    { cf_year: '2024', customFields: '{"topics":["a","b"]}' },
    { 'cf:year': '2024', customValues: '{"topics":["a","b"]}' },
    { customFields: '[{"key":"year","value":2024},{"key":"topics","value":["a","b"]}]' },
  ]
  for (const fields of spellings) {
    const { status, body } = await send(admin, { fields })
    expect([status, Object.keys(body.item.customFields)]).toEqual([200, ['year', 'topics']])
    expect(await valuesOf(body.item.id)).toEqual({ year: 2024, topics: ['a', 'b'] })
  }
  const plain = (await send(admin, { fields: { customFields: 'no JSON' } })).body.item
  expect([plain.customFields, await valuesOf(plain.id)]).toEqual([undefined, null])
  const before = await app.stored()
  const refused: Record<string, string>[] = [{ cf_year: 'soon' }, { cf_unknown: '1' }]
  for (const fields of refused) {
    const { status, body } = await send(admin, { fields })
    expect([status, Object.keys(body.fields)]).toEqual([400, Object.keys(fields)])
  }
  expect(await app.stored()).toEqual(before)
  // Resumable uploads name them in their metadata.
  const begun = await postUpload(admin, 5, { cf_year: '1999' })
  await continueUpload(admin, begun.body.id, { offset: 0, body: 'bytes' })
  expect(await valuesOf(begun.body.id)).toEqual({ year: 1999 })
})

test('files are filtered and searched by their fields', async () => {
  await using app = await filesApp({}, modules)
  const admin = app.as('admin')
  await defineField(admin, FILE, { key: 'year', kind: 'integer', filterable: true })
  await defineField(admin, FILE, { key: 'author', kind: 'text', searchable: true })
  await send(admin, { name: 'report.txt', fields: { cf_year: '2024', cf_author: 'Zoë Smith' } })
  await send(admin, { name: 'smith.txt', fields: { cf_year: '2025' } })
  const found = async (query: string) => {
    const { items, total } = (await admin.get(`/attachments/library?sortField=fileName&sortDir=asc&${query}`)).body
    return [(items as { fileName: string }[]).map(({ fileName }) => fileName), total]
  }
  const check = async () => {
    expect(await found('cf_year=2024')).toEqual([['report.txt'], 1])
    expect(await found('cf_yearIn=2024,2025')).toEqual([['report.txt', 'smith.txt'], 2])
    expect(await found('cf_year=1')).toEqual([[], 0])
    expect(await found('search=zoe')).toEqual([['report.txt'], 1])
    expect(await found('search=smith')).toEqual([['report.txt', 'smith.txt'], 2])
    expect(await found('search=smith&cf_year=2025')).toEqual([['smith.txt'], 1])
  }
  await check()
  await app.jobs()
  await check()
  const sorted = async (query: string) => (await admin.get(`/attachments/library?${query}`)).body.items[0].fileName
  expect(await sorted('sortField=cf_year&sortDir=asc')).toBe('report.txt')
  expect(await sorted('sortField=cf_year&sortDir=desc')).toBe('smith.txt')
  expect((await admin.get('/attachments/library?sortField=cf_gone&sortDir=desc')).body.total).toBe(2)
  expect((await admin.get('/attachments/library?sortField=secret')).status).toBe(400)
})

test('a field limits the files that are uploaded for it', async () => {
  await using app = await filesApp({}, modules)
  const admin = app.as('admin')
  await admin.post('/attachments/partitions', { code: 'scans', title: 'Scans' })
  const limits = { maxAttachmentSizeMb: 0.5, acceptExtensions: ['.PDF', 'txt'], partitionCode: 'scans' }
  await defineField(admin, 'shop:order', { key: 'scan', kind: 'attachment', ...limits })
  const sent = async (name: string, size: number, fields = {}) => {
    const bytes = 'x'.repeat(size)
    const { status, body } = await send(admin, { name, bytes, fields: { fieldKey: 'scan', ...fields } })
    return status === 200 ? body.item.partitionCode : [status, body.error]
  }
  expect(await sent('a.txt', 10)).toBe('scans')
  expect(await sent('a.Pdf', MIB / 2)).toBe('scans')
  expect(await sent('a.txt', 10, { partitionCode: 'privateAttachments' })).toBe('privateAttachments')
  expect(await sent('a.exe', 10)).toEqual([400, 'File type not allowed'])
  expect(await sent('txt', 10)).toEqual([400, 'File type not allowed'])
  expect(await sent('a.txt', MIB / 2 + 1)).toEqual([400, 'File exceeds 0.5 MB limit'])
  expect(await sent('a.exe', 10, { fieldKey: 'unknown' })).toBe('privateAttachments')
  const begun = (size: number, filename: string) => postUpload(admin, size, { fieldKey: 'scan', filename })
  expect((await begun(10, 'a.exe')).body.error).toBe('File type not allowed')
  expect((await begun(MIB, 'a.txt')).body.error).toBe('File exceeds 0.5 MB limit')
  expect((await begun(10, 'a.txt')).status).toBe(201)
  expect(await app.stored()).toHaveLength(4)
})

test('files of records of custom entities are deleted and restored with them', async () => {
  await using app = await filesApp({}, modules)
  const admin = app.as({ features: ['*'] })
  const entityId = await addEntity(admin)
  const records = await Promise.all(['a', 'b', 'c'].map((name) => addRecord(admin, { entityId, values: { name } })))
  const ids = records.map(({ recordId }) => recordId)
  for (const recordId of ids) await send(admin, { name: `${recordId}.txt`, fields: { entityId, recordId } })
  const files = async () => (await admin.get('/attachments/library')).body.items.length
  expect(await files()).toBe(3)
  const one = await admin.del('/entities/records', { entityId, recordId: ids[0] })
  expect([one.status, await files()]).toEqual([200, 2])
  expect([(await app.revert('undo', one)).status, await files()]).toEqual([200, 3])
  // Several by one request, with one undo.
  const all = await admin.del('/entities/records', { entityId, ids })
  expect([all.status, await files()]).toEqual([200, 0])
  const list = async () => (await admin.get(`/entities/records?entityId=${entityId}`)).body.total
  expect(await list()).toBe(0)
  expect((await app.revert('undo', all)).status).toBe(200)
  expect([await list(), await files()]).toEqual([3, 3])
})

test('several records of a custom entity are deleted or none', async () => {
  await using app = await filesApp({}, modules)
  const admin = app.as({ features: ['*'] })
  const entityId = await addEntity(admin)
  const { recordId } = await addRecord(admin, { entityId })
  const gone = crypto.randomUUID()
  const refused = await admin.del('/entities/records', { entityId, ids: [recordId, gone] })
  expect([refused.status, refused.body.id]).toEqual([404, gone])
  expect((await admin.del('/entities/records', { entityId, recordId, ids: [recordId] })).status).toBe(400)
  const versions = [{ id: recordId, updatedAt: '2020-01-01T00:00:00Z' }]
  const stale = await admin.del('/entities/records', { entityId, ids: [recordId], versions })
  expect([stale.status, stale.body.id]).toEqual([409, recordId])
  expect((await admin.del('/entities/records', { entityId })).status).toBe(400)
  expect((await admin.del('/entities/records', { entityId, ids: [recordId] })).status).toBe(200)
})
