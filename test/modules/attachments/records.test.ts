import { auditLogs } from '@plinth/audit-logs'
import { auth } from '@plinth/auth'
import { catalog } from '@plinth/catalog'
import { make } from '@plinth/catalog/testing'
import { directory } from '@plinth/directory'
import { progress } from '@plinth/progress'
import { type Client, tenantA, tenantB } from '@plinth/testing'
import { expect, test } from 'vitest'
import { continueUpload, postUpload } from '@plinth/attachments/testing'
import { type FilesApp, filesApp, send } from './_files.ts'

const modules = [directory, auth({ secret: 'shop'.repeat(8) }), auditLogs, progress, catalog]
const open = () => filesApp({}, modules)
const PRIVATE = 'privateAttachments'
const upload = (who: Client, recordId: string, entityId = 'catalog:product') =>
  send(who, { fields: { entityId, recordId, partitionCode: PRIVATE, tags: 'red' } })
const filesOf = async (who: Client, recordId: string) => {
  const { body } = await who.get(`/attachments?entityId=catalog:products&recordId=${recordId}`)
  return body.items.map(({ id }: { id: string }) => id)
}
const missing = [404, { error: 'Record not found', fieldErrors: { recordId: 'Not found' } }]
const answerOf = ({ status, body }: { status: number; body: unknown }) => [status, body]

/** Products of another organization of the tenant, one with an id of no UUID version, and one of another tenant, by their rows. */
async function strangers(app: FilesApp) {
  const ids = [crypto.randomUUID(), '11111111-1111-1111-1111-1111111111aa', crypto.randomUUID()] as const
  const places = [
    [tenantA.id, crypto.randomUUID()],
    [tenantA.id, crypto.randomUUID()],
    [tenantB.id, tenantB.organization],
  ]
  for (const [index, place] of places.entries())
    await app.sql(
      `insert into catalog_products (id, tenant_id, organization_id, title, search_text) values ($1, $2, $3, 'Theirs', '')`,
      [ids[index], ...place],
    )
  return ids
}

test('files go to records that their sender sees, whatever the entity is called, and to any of no module', async () => {
  await using app = await open()
  const admin = app.as({ features: ['*'], organizationIds: [tenantA.organization] })
  const product = await make(admin, 'products', { title: 'Ring' })
  for (const entityId of ['catalog:product', 'catalog:catalog_product'])
    expect((await upload(admin, product, entityId)).status).toBe(200)
  expect(await filesOf(admin, product)).toHaveLength(2)
  const [hidden, odd, foreign] = await strangers(app)
  for (const recordId of [hidden, hidden.toUpperCase(), odd]) {
    expect(answerOf(await upload(admin, recordId))).toEqual(missing)
    const metadata = { entityId: 'catalog:product', recordId, partitionCode: PRIVATE }
    expect((await postUpload(admin, 5, metadata)).status).toBe(404)
    const transfer = {
      entityId: 'catalog:product',
      attachmentIds: [(await filesOf(admin, product))[0]],
      toRecordId: recordId,
    }
    expect(answerOf(await admin.post('/attachments/transfer', transfer))).toEqual(missing)
    expect(await filesOf(admin, recordId)).toEqual([])
  }
  expect((await upload(admin, '1', 'shop:order')).status).toBe(200)
  expect(await app.stored()).toHaveLength(3)
  // What another tenant has is like what nobody has.
  expect((await upload(admin, foreign)).status).toBe(200)
  expect(
    await filesOf(app.as({ features: ['*'], tenantId: tenantB.id, organizationId: tenantB.organization }), foreign),
  ).toEqual([])
})

test('files are uploaded under the id of a draft, and transferred once its record is saved', async () => {
  await using app = await open()
  const admin = app.as({ features: ['*'], organizationIds: [tenantA.organization] })
  for (const draft of [crypto.randomUUID(), 'draft-1']) {
    const sent = (await upload(admin, draft)).body.item.id
    const metadata = { entityId: 'catalog:catalog_product', recordId: draft, partitionCode: PRIVATE }
    const begun = await postUpload(admin, 5, metadata)
    expect(begun.status, begun.text).toBe(201)
    expect((await continueUpload(admin, begun.body.id, { offset: 0, body: 'hello' })).status).toBe(204)
    const ids = [sent, begun.body.id]
    expect((await filesOf(admin, draft)).toSorted()).toEqual(ids.toSorted())
    expect(
      (await filesOf(app.as({ features: ['*'], tenantId: tenantB.id, organizationId: tenantB.organization }), draft))
        .length,
    ).toBe(0)
    const product = await make(admin, 'products', { title: 'Ring' })
    const transfer = {
      entityId: 'catalog:catalog_product',
      attachmentIds: ids,
      fromRecordId: draft,
      toRecordId: product,
    }
    expect((await admin.post('/attachments/transfer', transfer)).body).toEqual({ ok: true, updated: 2 })
    expect((await filesOf(admin, product)).toSorted()).toEqual(ids.toSorted())
    expect(await filesOf(admin, draft)).toEqual([])
  }
})

test('files of a record need the features of its module', async () => {
  await using app = await open()
  const admin = app.as({ features: ['*'] })
  const product = await make(admin, 'products', { title: 'Ring' })
  const { id } = (await upload(admin, product)).body.item
  const files = ['attachments.view', 'attachments.manage']
  const [blind, reader] = [app.as({ features: files }), app.as({ features: [...files, 'catalog.products.view'] })]
  const needs = (feature: string) => [403, { error: 'Forbidden', requiredFeatures: [feature] }]
  const list = `/attachments?entityId=catalog:product&recordId=${product}`
  expect(answerOf(await blind.get(list))).toEqual(needs('catalog.products.view'))
  const byId: ((who: Client, id: string) => Promise<{ status: number; body: unknown }>)[] = [
    (who, one) => who.get(`/attachments/library/${one}`),
    (who, one) => who.get(`/attachments/file/${one}`),
    (who, one) => who.get(`/attachments/image/${one}`),
    (who, one) => who.patch(`/attachments/library/${one}`, { tags: [] }),
    (who, one) => who.del(`/attachments/library/${one}`),
    (who, one) => who.del(`/attachments?id=${one}`),
  ]
  for (const [index, ask] of byId.entries()) {
    const unknown = answerOf(await ask(blind, crypto.randomUUID()))
    expect(unknown[0], `${index}`).toBe(404)
    expect(answerOf(await ask(blind, id)), `${index}`).toEqual(unknown)
  }
  for (const path of [list, `/attachments/library/${id}`, `/attachments/file/${id}`])
    expect((await reader.get(path)).status, path).toBe(200)
  const library = (await blind.get('/attachments/library')).body
  expect([library.total, library.items, library.availableTags]).toEqual([0, [], []])
  expect((await reader.get('/attachments/library')).body).toMatchObject({
    total: 1,
    items: [{ id }],
    availableTags: ['red'],
  })
  const toWrite = needs('catalog.products.manage')
  expect(answerOf(await upload(reader, product))).toEqual(toWrite)
  expect(answerOf(await reader.del(`/attachments?id=${id}`))).toEqual(toWrite)
  expect(answerOf(await reader.patch(`/attachments/library/${id}`, { tags: [] }))).toEqual(toWrite)
  const transfer = { entityId: 'catalog:product', attachmentIds: [id], toRecordId: product }
  expect(answerOf(await reader.post('/attachments/transfer', transfer))).toEqual(toWrite)
  const metadata = { entityId: 'catalog:product', recordId: product, partitionCode: PRIVATE }
  expect((await postUpload(reader, 5, metadata)).status).toBe(403)
  const begun = await postUpload(admin, 5, metadata)
  expect(begun.status, begun.text).toBe(201)
  await admin.del(`/catalog/products?id=${product}`)
  expect((await continueUpload(admin, begun.body.id, { offset: 0, body: 'hello' })).status).toBe(204)
})

test('files are deleted with their record, and come back with it', async () => {
  await using app = await open()
  const admin = app.as('admin')
  const [ring, pen] = [
    await make(admin, 'products', { title: 'Ring' }),
    await make(admin, 'products', { title: 'Pen' }),
  ]
  const kept = (await upload(admin, pen)).body.item.id
  const ids = [(await upload(admin, ring)).body.item.id, (await upload(admin, ring, 'catalog:products')).body.item.id]
  const stored = async () => (await app.sql('select id from attachments order by id')).map((row) => row['id'])
  expect((await admin.get(`/attachments/file/${ids[0]}`)).status).toBe(200)
  const deleted = await admin.del(`/catalog/products?id=${ring}`)
  expect(deleted.status, deleted.text).toBe(200)
  expect(await stored()).toEqual([kept])
  expect((await admin.get(`/attachments/file/${ids[0]}`)).status).toBe(404)
  expect((await app.revert('undo', deleted)).status).toBe(200)
  expect(await stored()).toEqual([kept, ...ids].toSorted())
  expect((await filesOf(admin, ring)).toSorted()).toEqual(ids.toSorted())
  expect((await admin.get(`/attachments/file/${ids[0]}`)).text).toBe('hello')
})

test('files of a record that was deleted before are there for those who see their organization', async () => {
  await using app = await open()
  const admin = app.as('admin')
  const product = await make(admin, 'products', { title: 'Ring' })
  const { id } = (await upload(admin, product)).body.item
  await app.sql('delete from catalog_products where id = $1', [product])
  expect(await filesOf(admin, product)).toEqual([id])
  expect((await admin.del(`/attachments?id=${id}`)).status).toBe(200)
})

test('a file is in the organization of its record, and a record that moves away takes its files out of sight', async () => {
  await using app = await open()
  const admin = app.as({ features: ['*'], organizationIds: [tenantA.organization] })
  const product = await make(admin, 'products', { title: 'Ring' })
  const { id } = (await upload(admin, product)).body.item
  expect((await admin.get(`/attachments/file/${id}`)).status).toBe(200)
  await app.sql('update catalog_products set organization_id = $2 where id = $1', [product, crypto.randomUUID()])
  for (const path of [`/attachments/library/${id}`, `/attachments/file/${id}`])
    expect((await admin.get(path)).status, path).toBe(404)
  expect((await admin.del(`/attachments?id=${id}`)).status).toBe(404)
  expect(await app.sql('select from attachments')).toHaveLength(1)
})
