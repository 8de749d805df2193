import { tenantA, tenantB } from '@plinth/testing'
import { expect, test } from 'vitest'
import { filesApp, send } from './_files.ts'

const stranger = { features: ['*'], tenantId: tenantB.id, organizationId: tenantB.organization }

test('every tenant has the two default partitions, and they cannot be removed', async () => {
  await using app = await filesApp()
  const { body } = await app.as('admin').get('/attachments/partitions')
  expect(body.items).toMatchObject([
    { code: 'productsMedia', isPublic: true, envKey: 'ATTACHMENTS_PARTITION_PRODUCTS_MEDIA_ROOT' },
    { code: 'privateAttachments', isPublic: false, envKey: 'ATTACHMENTS_PARTITION_PRIVATE_ATTACHMENTS_ROOT' },
  ])
  const refused = await app.as('admin').del(`/attachments/partitions?id=${body.items[0].id}`)
  expect([refused.status, refused.body.error]).toEqual([400, 'Default partitions cannot be removed.'])
})

test('a look at the partitions writes nothing, also where the default ones are missing; a change stores them', async () => {
  await using app = await filesApp()
  const admin = app.as('admin')
  const count = async () => (await app.sql('select from attachment_partitions')).length
  const { items } = (await admin.get('/attachments/partitions')).body
  expect(await count()).toBe(0)
  expect((await admin.get('/attachments/partitions')).body.items).toMatchObject(
    items.map(({ id }: { id: string }) => ({ id })),
  )
  const removed = await admin.del(`/attachments/partitions?id=${items[1].id}`)
  expect([removed.status, removed.body.error]).toEqual([400, 'Default partitions cannot be removed.'])
  const changed = await admin.put('/attachments/partitions', { ...items[1], title: 'Ours' })
  expect(changed).toMatchObject({ status: 200, body: { item: { id: items[1].id, title: 'Ours' } } })
  expect(await count()).toBe(2)
  expect((await app.revert('undo', changed)).status).toBe(200)
  expect((await admin.get('/attachments/partitions')).body.items).toMatchObject([
    { title: 'Products media' },
    { title: 'Private attachments' },
  ])
})

test('a tenant has 500 partitions at most, however many are added at once or come back', async () => {
  await using app = await filesApp()
  const add = (code: string) => app.as('admin').post('/attachments/partitions', { code, title: 'One' })
  const { item } = (await add('old')).body
  await app.sql(
    `insert into attachment_partitions (tenant_id, id, code, env_key, title)
     select $1, gen_random_uuid(), 'p' || n, 'P' || n, 'One'
     from (select count(*) as made from attachment_partitions where tenant_id = $1) p, generate_series(made + 1, 499) n`,
    [tenantA.id],
  )
  const answers = await Promise.all(['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map(add))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
  expect(await add('more')).toMatchObject({ status: 409, body: { error: 'A tenant may have at most 500 partitions' } })
  const deleted = await app.as('admin').del(`/attachments/partitions?id=${item.id}`)
  expect((await add('instead')).status).toBe(201)
  expect(await app.revert('undo', deleted)).toMatchObject({
    status: 409,
    body: { error: 'A tenant may have at most 500 partitions' },
  })
  const counted = 'select count(*)::int as count from attachment_partitions where tenant_id = $1'
  expect(await app.sql(counted, [tenantA.id])).toEqual([{ count: 500 }])
})

test('a partition is its tenant’s own: a stranger neither sees, changes nor removes it, and may use its code', async () => {
  await using app = await filesApp()
  const body = { code: 'docs', title: 'Documents' }
  const { item } = (await app.as('admin').post('/attachments/partitions', body)).body
  const other = app.as(stranger)
  expect((await other.put('/attachments/partitions', { ...body, id: item.id, isPublic: true })).status).toBe(404)
  expect((await other.del(`/attachments/partitions?id=${item.id}`)).status).toBe(404)
  expect((await other.post('/attachments/partitions', body)).status).toBe(201)
})

test('a code does not change, and one that would share a folder is taken', async () => {
  await using app = await filesApp()
  const admin = app.as('admin')
  const { item } = (await admin.post('/attachments/partitions', { code: 'a-b', title: 'A' })).body
  expect((await admin.post('/attachments/partitions', { code: 'a_b', title: 'A' })).status).toBe(409)
  const renamed = await admin.put('/attachments/partitions', { id: item.id, code: 'c-d', title: 'A' })
  expect([renamed.status, renamed.body.error]).toEqual([400, 'Partition code cannot be changed.'])
})

test('an upload lands in a public partition only when it names it; product pictures are public by default', async () => {
  await using app = await filesApp()
  const admin = app.as('admin')
  await admin.post('/attachments/partitions', { code: 'open', title: 'Open', isPublic: true })
  const named = await send(admin, { fields: { partitionCode: 'open' } })
  expect((await app.anonymous.get(named.body.item.url)).text).toBe('hello')
  const usual = await send(admin)
  expect((await app.anonymous.get(usual.body.item.url)).status).toBe(401)
  const product = await send(admin, { fields: { entityId: 'catalog:catalog_product' } })
  expect(product.body.item.partitionCode).toBe('productsMedia')
  const sameKind = await send(admin, { fields: { entityId: 'catalog:product' } })
  expect(sameKind.body.item.partitionCode).toBe('productsMedia')
  expect((await app.anonymous.get(product.body.item.url)).headers.get('cache-control')).toBe('public, max-age=86400')
  const { items } = (await admin.get('/attachments/partitions')).body
  const hidden = items.find(({ code }: { code: string }) => code === 'privateAttachments')
  await admin.put('/attachments/partitions', { ...hidden, isPublic: true })
  expect((await send(admin)).body.error).toBe('A public partition must be named by partitionCode.')
})

test('what becomes private is private at once, cached or not', async () => {
  await using app = await filesApp()
  const admin = app.as('admin')
  const { item } = (await admin.post('/attachments/partitions', { code: 'open', title: 'Open', isPublic: true })).body
  const { url } = (await send(admin, { fields: { partitionCode: 'open' } })).body.item
  expect((await app.anonymous.get(url)).status).toBe(200)
  // What is not sent stays as it is (decision: Partial updates of partitions).
  await admin.put('/attachments/partitions', { id: item.id, code: 'open', title: 'Renamed' })
  expect((await app.anonymous.get(url)).status).toBe(200)
  await admin.put('/attachments/partitions', { id: item.id, code: 'open', title: 'Renamed', isPublic: false })
  expect((await app.anonymous.get(url)).status).toBe(401)
})

test('partitions that the operator manages are locked', async () => {
  await using app = await filesApp({ partitionsLocked: true })
  const refused = await app.as('admin').post('/attachments/partitions', { code: 'docs', title: 'Documents' })
  expect([refused.status, refused.body.error]).toEqual([403, expect.stringContaining('managed by the environment')])
})
