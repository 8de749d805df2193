import { attachmentsFixtures } from '@plinth/attachments/testing'
import { auditLogs } from '@plinth/audit-logs'
import { auth } from '@plinth/auth'
import { businessRules } from '@plinth/business-rules'
import { createPlatform, type Module } from '@plinth/core'
import { directory } from '@plinth/directory'
import { checkContract, checkIsolation, type Client, type Persona, tenantA, tenantB } from '@plinth/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFolder } from '../../docs/_folder.ts'
import { readBlock } from '../../docs/_pages.ts'
import { type FilesApp, filesApp, picture, send, uploadForm } from './_files.ts'

let app: FilesApp
let shop: Module
let admin: Client
const clerk: Persona = { features: ['shop.*'], organizationIds: [tenantA.organization] }

beforeAll(async () => {
  const folder = await makeFolder()
  const file = await folder.write('orders.ts', readBlock('docs/9-files.md', 'orders.ts').text)
  shop = ((await import(file)) as { shop: Module }).shop
  app = await filesApp({}, [directory, auth({ secret: 'shop'.repeat(8) }), auditLogs, businessRules(), shop])
  admin = app.as('admin')
})
afterAll(() => app[Symbol.asyncDispose]())

const order = async (who: Client = admin): Promise<string> => (await who.post('/orders', { title: 'Paper' })).body.id
const upload = (who: Client, id: string, sent: Parameters<typeof uploadForm>[0] = {}) =>
  who.post(`/orders/${id}/files`, uploadForm(sent))
const answerOf = ({ status, body }: { status: number; body: unknown }) => [status, body]
const rowsOf = (id: string) => app.sql<{ id: string }>('select id from attachments where record_id = $1', [id])
const missing = [404, { error: 'Order not found' }]

test('files are uploaded, listed, read, shown and deleted by whoever may do that with the order', async () => {
  const id = await order()
  const who = app.as(clerk)
  const image = await upload(who, id, { bytes: await picture(40, 20), name: 'a b.png', type: 'image/png' })
  expect(image.status, image.text).toBe(201)
  expect(image.body).toMatchObject({ fileName: 'a_b.png', mimeType: 'image/png', thumbnailUrl: expect.any(String) })
  const text = await upload(who, id)
  expect(text.body).toMatchObject({ fileName: 'hello.txt', fileSize: 5, thumbnailUrl: null })
  const paged = (await who.get(`/orders/${id}/files?pageSize=1`)).body
  expect(paged).toMatchObject({ total: 2, totalPages: 2, items: [{ id: expect.any(String) }] })
  const { items } = (await who.get(`/orders/${id}/files`)).body
  expect(items).toEqual(expect.arrayContaining([image.body, text.body]))
  const reader = app.as({ features: ['shop.view'] })
  expect((await reader.get(text.body.url.replace('/api', ''))).text).toBe('hello')
  const thumbnail = await reader.get(image.body.thumbnailUrl.replace('/api', ''))
  expect([thumbnail.status, thumbnail.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(answerOf(await reader.del(`/orders/${id}/files/${text.body.id}`))).toEqual([
    403,
    { error: 'Forbidden', requiredFeatures: ['shop.manage'] },
  ])
  expect((await upload(reader, id)).status).toBe(403)
  const removed = await who.del(`/orders/${id}/files/${text.body.id}`)
  expect(removed.body).toEqual({ ok: true })
  expect(await rowsOf(id)).toHaveLength(1)
  expect((await app.revert('undo', removed)).status).toBe(200)
  expect(await rowsOf(id)).toHaveLength(2)
  // Others cannot do by the routes of all files what they cannot do with the order.
  const [blind, files] = [app.as({ features: ['attachments.*'] }), app.as({ features: ['attachments.*', 'shop.view'] })]
  for (const path of [`/attachments/file/${text.body.id}`, `/attachments/library/${text.body.id}`])
    expect((await blind.get(path)).status, path).toBe(404)
  expect((await blind.get('/attachments/library')).body.total).toBe(0)
  expect((await files.get('/attachments/library')).body.total).toBe(2)
  expect((await files.del(`/attachments/library/${text.body.id}`)).status).toBe(403)
})

test('an order that the caller cannot see is like one that does not exist', async () => {
  const id = await order()
  const file = (await upload(admin, id)).body.id
  const elsewhere = app.as({ ...clerk, organizationId: null, organizationIds: [crypto.randomUUID()] })
  const others = app.as({ features: ['*'], tenantId: tenantB.id, organizationId: tenantB.organization })
  for (const [who, one] of [
    [elsewhere, id],
    [others, id],
    [admin, crypto.randomUUID()],
  ] as const) {
    expect(answerOf(await who.get(`/orders/${one}/files`))).toEqual(missing)
    expect(answerOf(await upload(who, one))).toEqual(missing)
    expect(answerOf(await who.del(`/orders/${one}/files/${file}`))).toEqual(missing)
  }
  for (const who of [elsewhere, others]) expect((await who.get(`/attachments/file/${file}`)).status).not.toBe(200)
  expect(
    answerOf(await app.as({ ...clerk, organizationIds: null }).get(`/attachments/file/${crypto.randomUUID()}`)),
  ).toEqual(answerOf(await elsewhere.get(`/attachments/file/${file}`)))
  // By the route of all files, too: there are no drafts.
  const files = { entityId: 'shop:order', recordId: crypto.randomUUID() }
  expect((await send(admin, { fields: files })).status).toBe(404)
  expect((await send(admin, { fields: { ...files, recordId: 'draft-1' } })).status).toBe(404)
  // A file of another order is none of this one.
  const other = await order()
  expect(answerOf(await admin.del(`/orders/${other}/files/${file}`))).toEqual([404, { error: 'File not found' }])
  expect((await upload(admin, 'no-id')).status).toBe(400)
  expect((await admin.post(`/orders/${id}/files`, { file: 'x' })).status).toBe(400)
  expect(await rowsOf(id)).toHaveLength(1)
})

test('files of an order that has moved to another organization are where it is', async () => {
  const id = await order()
  const file = (await upload(admin, id)).body.id
  const there = crypto.randomUUID()
  await app.sql('update orders set organization_id = $2 where id = $1', [id, there])
  const [here, mover] = [clerk, { ...clerk, organizationId: there, organizationIds: [there] }].map((who) => app.as(who))
  expect((await here!.get(`/attachments/file/${file}`)).status).not.toBe(200)
  expect((await mover!.get(`/attachments/file/${file}`)).text).toBe('hello')
  expect((await mover!.get(`/orders/${id}/files`)).body.total).toBe(1)
  expect((await mover!.del(`/orders/${id}/files/${file}`)).body).toEqual({ ok: true })
  expect(await rowsOf(id)).toEqual([])
})

test('row policies of the order apply to its files', async () => {
  const [open, shut] = [await order(), (await admin.post('/orders', { title: 'Secret' })).body.id as string]
  const fixed = (await admin.post('/orders', { title: 'Fixed' })).body.id as string
  const ids = []
  for (const id of [open, shut, fixed]) ids.push((await upload(admin, id)).body.id as string)
  const condition = (value: string) => ({ field: 'title', operator: '!=', value })
  const policies = { 'shop.order': { read: condition('Secret'), update: condition('Fixed') } }
  const source = { kind: 'role', id: crypto.randomUUID(), name: 'Clerk' } as const
  const caller = app.callerOf({ features: ['shop.*', 'attachments.*'] })
  const layers = [[{ source, features: ['shop.*', 'attachments.*'], policies }]]
  const who = app.as({ ...caller, actor: { ...caller.actor, layers } })
  expect((await who.get(`/orders/${open}/files`)).body.total).toBe(1)
  expect((await upload(who, open)).status).toBe(201)
  expect(answerOf(await who.get(`/orders/${shut}/files`))).toEqual(missing)
  expect(answerOf(await upload(who, shut))).toEqual(missing)
  expect((await who.get(`/attachments/file/${ids[1]}`)).status).toBe(404)
  expect((await who.get(`/orders/${fixed}/files`)).body.total).toBe(1)
  expect((await upload(who, fixed)).status).toBe(403)
  expect((await who.del(`/orders/${fixed}/files/${ids[2]}`)).status).toBe(403)
  expect((await who.del(`/attachments?id=${ids[2]}`)).status).toBe(403)
  expect((await send(who, { fields: { recordId: fixed } })).status).toBe(403)
  const { items } = (await who.get('/attachments/library?pageSize=100')).body
  expect(items.map(({ id }: { id: string }) => id)).not.toContain(ids[1])
})

test('row policies of files apply to those of an order', async () => {
  const id = await order()
  const [shown, hidden] = [await upload(admin, id), await upload(admin, id, { name: 'secret.txt' })]
  const policies = { 'attachments.attachment': { read: { field: 'fileName', operator: '!=', value: 'secret.txt' } } }
  const source = { kind: 'role', id: crypto.randomUUID(), name: 'Clerk' } as const
  const features = ['shop.*', 'attachments.*']
  const caller = app.callerOf({ features })
  const who = app.as({ ...caller, actor: { ...caller.actor, layers: [[{ source, features, policies }]] } })
  const { items, total } = (await who.get(`/orders/${id}/files`)).body
  expect([total, items.map((one: { id: string }) => one.id)]).toEqual([1, [shown.body.id]])
  expect((await who.get(`/attachments/file/${hidden.body.id}`)).status).toBe(404)
  expect((await who.del(`/orders/${id}/files/${hidden.body.id}`)).status).toBe(404)
  expect((await who.del(`/orders/${id}/files/${shown.body.id}`)).status).toBe(200)
})

test('files go and come back with their order, whether it is deleted or its creation undone', async () => {
  const id = await order()
  await upload(admin, id)
  const deleted = await admin.del(`/orders?id=${id}`)
  expect(await rowsOf(id)).toEqual([])
  expect((await app.revert('undo', deleted)).status).toBe(200)
  const [file] = await rowsOf(id)
  expect((await admin.get(`/attachments/file/${file!.id}`)).text).toBe('hello')
  expect((await app.revert('redo', deleted)).status).toBe(200)
  expect(await rowsOf(id)).toEqual([])

  const created = await admin.post('/orders', { title: 'Undone' })
  await upload(admin, created.body.id)
  const undone = await app.revert('undo', created)
  expect(undone.status, undone.text).toBe(200)
  expect(await app.sql('select from orders where id = $1', [created.body.id])).toEqual([])
  expect(await rowsOf(created.body.id)).toEqual([])
})

test('rules for files are asked when their order is deleted', async () => {
  const id = await order()
  await upload(admin, id)
  const rule = {
    ruleId: 'keep-files',
    ruleName: 'Keep files',
    ruleType: 'GUARD',
    entityType: 'attachments:attachment',
    eventType: 'beforeDelete',
    conditionExpression: { field: 'fileName', operator: '=', value: 'kept.txt' },
    enabled: true,
    failureActions: [{ type: 'BLOCK_TRANSITION', config: { message: 'Kept' } }],
  }
  const made = await admin.post('/business_rules/rules', rule)
  expect(made.status, made.text).toBe(201)
  expect((await admin.del(`/orders?id=${id}`)).status).toBe(422)
  expect(await rowsOf(id)).toHaveLength(1)
  await admin.del(`/business_rules/rules?id=${made.body.id}`)
})

test('the history of an order contains what was done to its files', async () => {
  const id = await order()
  const file = (await upload(admin, id)).body.id
  await admin.del(`/orders/${id}/files/${file}`)
  const query = `resourceKind=shop.order&resourceId=${id}&includeRelated=true`
  const { items } = (await admin.get(`/audit_logs/audit-logs/actions?${query}`)).body
  expect(items.map(({ actionLabel }: { actionLabel: string }) => actionLabel)).toEqual([
    'Delete file',
    'Upload file',
    'Create order',
  ])
})

test('what somebody did to files is not undone by those who may not do it any more', async () => {
  const userId = crypto.randomUUID()
  const id = await order()
  const sent = await upload(app.as({ ...clerk, userId }), id)
  const undo = (features: readonly string[]) =>
    app
      .as({ ...clerk, userId, features: [...features, 'audit_logs.*'] })
      .post('/audit_logs/audit-logs/actions/undo', { undoToken: sent.operation!.undoToken })
  expect((await undo(['shop.view'])).status).toBe(403)
  expect((await undo(['shop.*'])).status).toBe(200)
  expect(await rowsOf(id)).toEqual([])
})

test('a platform without a module that stores files does not start', async () => {
  await expect(
    createPlatform({ modules: [shop], database: { url: 'postgres://localhost/none' }, secret: 'x'.repeat(32) }),
  ).rejects.toThrow("The records of 'shop.order' have files, which no composed module stores")
})

test('the checks know the routes of files', async () => {
  const routes = shop.routes!.filter(({ files }) => files).map(({ method, path }) => `${method} ${path}`)
  expect(routes).toHaveLength(3)
  await checkContract(app, { samples: [], open: [], routes, requests: 60 })
  await using alone = await filesApp({}, [shop])
  const { isolation } = attachmentsFixtures({ root: alone.root })
  await checkIsolation(alone, { samples: [], ...isolation, routes })
})
