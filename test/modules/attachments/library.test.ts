import { tenantA, tenantB } from '@plinth/testing'
import { expect, test } from 'vitest'
import { filesApp, send } from './_files.ts'

const strangers = {
  'another tenant': { features: ['*'], tenantId: tenantB.id, organizationId: tenantB.organization },
  'another organization': {
    features: ['*'],
    organizationId: tenantA.otherOrganization,
    organizationIds: [tenantA.otherOrganization],
  },
}

test('files move to another record with their assignments; those of another record or kind are passed over', async () => {
  await using app = await filesApp()
  const admin = app.as('admin')
  const fields = { assignments: '[{"type":"shop:order","id":"2","label":"Two"},{"type":"shop:cart","id":"1"}]' }
  const { id } = (await send(admin, { fields })).body.item
  const other = (await send(admin, { fields: { entityId: 'shop:cart' } })).body.item.id
  const moved = await admin.post('/attachments/transfer', {
    entityId: 'shop:order',
    attachmentIds: [id, other],
    fromRecordId: '1',
    toRecordId: '2',
  })
  expect(moved.body).toEqual({ ok: true, updated: 1 })
  const { items } = (await admin.get('/attachments?entityId=shop:order&recordId=2')).body
  expect(items).toMatchObject([
    {
      id,
      assignments: [
        { type: 'shop:order', id: '2' },
        { type: 'shop:cart', id: '1' },
      ],
    },
  ])
})

test.for(Object.entries(strangers))('%s moves, changes and deletes nothing', async ([, who]) => {
  await using app = await filesApp()
  const { id } = (await send(app.as('admin'))).body.item
  const stranger = app.as(who)
  const body = { entityId: 'shop:order', attachmentIds: [id], toRecordId: '2' }
  expect((await stranger.post('/attachments/transfer', body)).status).toBe(404)
  expect((await stranger.patch(`/attachments/library/${id}`, { tags: ['x'] })).status).toBe(404)
  expect((await stranger.del(`/attachments/library/${id}`)).status).toBe(404)
  expect((await stranger.get('/attachments/library')).body).toMatchObject({ items: [], total: 0, availableTags: [] })
})

test('the library is searched by name, partition and tags, in a total order, page by page', async () => {
  await using app = await filesApp()
  const admin = app.as('admin')
  for (const name of ['100%.txt', 'b_1.txt', 'B2.txt']) {
    app.clock.advance(1000)
    await send(admin, { name, bytes: name.repeat(3), fields: { tags: name === 'B2.txt' ? 'x,y' : 'x' } })
  }
  const names = async (query: string) =>
    (await admin.get(`/attachments/library?${query}`)).body.items.map(({ fileName }: { fileName: string }) => fileName)
  expect(await names('search=b')).toEqual(['B2.txt', 'b_1.txt'])
  expect(await names('search=_')).toEqual(['b_1.txt', '100_.txt'])
  expect(await names('tags=x,y')).toEqual(['B2.txt'])
  expect(await names('sortField=fileSize&sortDir=asc')).toEqual(['B2.txt', 'b_1.txt', '100_.txt'])
  expect(await names('pageSize=2&page=2')).toEqual(['100_.txt'])
  const beyond = (await admin.get('/attachments/library?page=9')).body
  expect(beyond).toMatchObject({ items: [], total: 3, totalPages: 1, availableTags: ['x', 'y'] })
  expect(beyond.partitions).toContainEqual(expect.objectContaining({ code: 'productsMedia', isPublic: true }))
})

test('the first page of all files costs two questions, whose plans the server keeps', async () => {
  await using app = await filesApp()
  const admin = app.as('admin')
  await send(admin)
  const before = app.statements.length
  await admin.get('/attachments/library')
  const asked = app.statements.slice(before).filter((text) => /\battachment/.test(text))
  expect(asked).toHaveLength(2)
  // A bound limit would be planned for its value each time.
  for (const text of asked) expect(text).not.toMatch(/limit \$/)
})

test('an empty change is accepted, lists replace what was there, and a wrong one is 400', async () => {
  await using app = await filesApp()
  const admin = app.as('admin')
  const { id } = (await send(admin, { fields: { tags: 'a' } })).body.item
  const patch = (body?: object) => admin.patch(`/attachments/library/${id}`, body)
  expect((await patch()).body.item.tags).toEqual(['a'])
  expect((await patch({ tags: [] })).body.item.tags).toEqual([])
  const assignments = [{ type: ' shop:cart ', id: '1', href: null, label: '' }]
  expect((await patch({ assignments })).body.item.assignments).toEqual([{ type: 'shop:cart', id: '1', href: null }])
  const wrong = await patch({ tags: 'a' })
  expect([wrong.status, wrong.body.error]).toEqual([400, 'Invalid payload'])
})

test('a field that may not be written is not, however the id of its file is spelled', async () => {
  await using app = await filesApp()
  const { id } = (await send(app.as('admin'))).body.item
  const fields = { read: ['fileName', 'tags', 'assignments'], write: ['assignments'] }
  const clerk = app.as({ features: ['attachments.*'], policies: { 'attachments.attachment': { fields } } })
  for (const spelled of [id, id.toUpperCase()]) {
    const { status, body } = await clerk.patch(`/attachments/library/${spelled}`, { tags: ['mine'] })
    expect([status, body.fields]).toEqual([403, ['tags']])
    expect((await clerk.patch(`/attachments/library/${spelled}`, { tags: [] })).status).toBe(200)
  }
})

test('an upload says nothing that the caller may not write, and needs no more than its file', async () => {
  await using app = await filesApp()
  const fields = { read: ['fileName', 'tags', 'assignments', 'partitionCode'], write: ['assignments'] }
  const clerk = app.as({ features: ['attachments.*'], policies: { 'attachments.attachment': { fields } } })
  expect((await send(clerk)).status).toBe(200)
  for (const said of [{ tags: '["mine"]' }, { partitionCode: 'productsMedia' }] as Record<string, string>[]) {
    const { status, body } = await send(clerk, { fields: said })
    expect([status, body.fields]).toEqual([403, Object.keys(said)])
  }
  const { id } = (await send(app.as('admin'))).body.item
  const moved = await clerk.post('/attachments/transfer', {
    entityId: 'shop:order',
    attachmentIds: [id],
    toRecordId: '2',
  })
  expect([moved.status, moved.body.fields]).toEqual([403, ['recordId']])
})
