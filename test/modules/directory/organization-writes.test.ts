import { tenantA, tenantB } from '@plinth/testing'
import { events, features, organizationTrees } from '@plinth/directory'
import { defineModule, on } from '@plinth/core'
import { wire } from '@plinth/core/http'
import { expect, test } from 'vitest'
import { createBelow, directoryApp, homeless, manager, parentsOf, superAdmin } from './directory-app.ts'

const path = '/directory/organizations'
const root = tenantA.organization

test('creates an organization, with a slug from its name', async () => {
  await using app = await directoryApp()
  const client = app.as(manager)
  const { status, body, operation } = await client.post(path, { name: ' Ärger & Söhne ', parentId: root, extra: 1 })
  expect(status).toBe(201)
  expect(Object.keys(body)).toEqual(['id'])
  expect(operation).toMatchObject({
    commandId: 'directory.organizations.create',
    resourceKind: 'directory.organization',
    resourceId: body.id,
  })
  const [row] = await app.sql('select * from organizations where id = $1', [body.id])
  expect(row).toMatchObject({
    tenant_id: tenantA.id,
    parent_id: root,
    name: 'Ärger & Söhne',
    slug: 'arger-sohne',
    is_active: true,
  })

  for (const [name, slug] of [
    ['Twin', 'twin'],
    ['twin!', 'twin-1'],
    ['TWIN', 'twin-2'],
    ['会社', 'organization'],
  ]) {
    const id = await createBelow(client, name!)
    expect((await app.sql('select slug from organizations where id = $1', [id]))[0]).toEqual({ slug })
  }
  const named = await client.post(path, { name: 'Named', slug: ' My_Slug-1 ', isActive: false, tenantId: tenantA.id })
  expect((await app.sql('select slug, is_active from organizations where id = $1', [named.body.id]))[0]).toEqual({
    slug: 'my_slug-1',
    is_active: false,
  })
})

test('an explicit slug is taken once in a tenant, also by two at a time (decision: Partial updates and unique values)', async () => {
  await using app = await directoryApp()
  const client = app.as(manager)
  const answers = await Promise.all([1, 2, 3, 4].map((n) => client.post(path, { name: `N${n}`, slug: 'same' })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400])
  expect(answers.find(({ status }) => status === 400)?.body).toEqual({
    error: 'Slug already in use',
    fieldErrors: { slug: 'Slug already in use' },
  })
  expect((await app.as({ ...manager, tenantId: tenantB.id }).post(path, { name: 'B', slug: 'same' })).status).toBe(201)
  const free = await createBelow(client, 'Free')
  expect((await client.put(path, { id: free, slug: 'same' })).status).toBe(400)
  expect((await client.put(path, { id: free, slug: null, name: 'Same' })).status).toBe(200)
  expect((await app.sql('select slug from organizations where id = $1', [free]))[0]).toEqual({ slug: 'same-1' })
})

test('refuses what it cannot place', async () => {
  await using app = await directoryApp()
  const client = app.as(manager)
  const a = await createBelow(client, 'A', root)
  const nobody = crypto.randomUUID()
  const foreign = tenantB.organization
  for (const [body, error] of [
    [{ name: '' }, 'Invalid input'],
    [{ name: 'x'.repeat(201) }, 'Invalid input'],
    [{ name: 'x', slug: 'Ä' }, 'Invalid input'],
    [{ name: 'x', parentId: 'nonsense' }, 'Invalid input'],
    [{ name: 'x', childIds: ['nonsense'] }, 'Invalid input'],
    [{ name: 'x', isActive: 'yes' }, 'Invalid input'],
    [{ name: 'x', parentId: nobody }, 'Parent not found'],
    [{ name: 'x', parentId: foreign }, 'Parent not found'],
    [{ name: 'x', parentId: a, childIds: [a] }, 'Child cannot equal parent'],
    [{ name: 'x', childIds: [nobody] }, 'Invalid child assignment'],
    [{ name: 'x', childIds: [foreign] }, 'Invalid child assignment'],
    [{ name: 'x', parentId: a, childIds: [root] }, 'Invalid child assignment'],
  ] as const) {
    const answer = await client.post(path, body)
    expect([body, answer.status, answer.body.error]).toEqual([body, 400, error])
  }
  expect((await client.post(path, '{"name":')).body).toMatchObject({ error: 'Invalid input' })
  expect((await client.post(path, { name: 'nul \u0000' })).status).toBe(400)
  expect(Object.keys(await parentsOf(app))).toHaveLength(2)
})

test('an update changes what is given and keeps the rest', async () => {
  await using app = await directoryApp()
  const client = app.as(manager)
  const a = await createBelow(client, 'A', root)
  const b = await createBelow(client, 'B', a)
  app.clock.advance(1000)
  const { status, body, operation } = await client.put(path, { id: a, name: 'A2' })
  expect([status, body]).toEqual([200, { ok: true }])
  expect(operation).toMatchObject({ commandId: 'directory.organizations.update', resourceId: a })
  expect(await parentsOf(app)).toEqual({ [root]: null, [a]: root, [b]: a })
  const [row] = await app.sql('select name, slug, is_active, updated_at from organizations where id = $1', [a])
  expect(row).toEqual({ name: 'A2', slug: 'a', is_active: true, updated_at: app.clock.now })

  expect((await client.put(path, { id: a, parentId: null, isActive: false })).status).toBe(200)
  expect(await parentsOf(app)).toEqual({ [root]: null, [a]: null, [b]: a })
  expect((await client.put(path, { id: a, childIds: [root], slug: 'new' })).status).toBe(200)
  expect(await parentsOf(app)).toEqual({ [root]: a, [a]: null, [b]: null })
  expect((await client.put(path, { id: a.toUpperCase(), childIds: [] })).status).toBe(200)
  expect(await parentsOf(app)).toEqual({ [root]: null, [a]: null, [b]: null })
  const recorded = await app.sql('select row_id from plinth.changes where entry_id = $1', [operation?.id])
  expect(recorded).toEqual([{ row_id: a }])
})

test('a write over a version that the caller has not seen is refused when they say so', async () => {
  await using app = await directoryApp()
  const client = app.as(manager)
  const id = await createBelow(client, 'A', root)
  const { body } = await client.get(`${path}?view=manage&ids=${id}`)
  const put = (name: string, version: string) =>
    client.send('PUT', path, {
      body: JSON.stringify({ id, name }),
      headers: { [wire.expectedUpdatedAtHeader]: version },
    })
  app.clock.advance(1000)
  expect((await put('A2', body.items[0].updatedAt)).status).toBe(200)
  expect((await put('A3', body.items[0].updatedAt)).status).toBe(409)
  expect((await app.sql('select name from organizations where id = $1', [id]))[0]).toEqual({ name: 'A2' })
})

test('an update refuses every kind of circle', async () => {
  await using app = await directoryApp()
  const client = app.as(manager)
  const a = await createBelow(client, 'A', root)
  const b = await createBelow(client, 'B', a)
  const side = await createBelow(client, 'Side')
  const below = await createBelow(client, 'Below', side)
  const before = await parentsOf(app)
  for (const [change, error] of [
    [{ id: a, parentId: a }, 'Organization cannot be its own parent'],
    [{ id: a, parentId: b }, 'Cannot assign descendant as parent'],
    [{ id: root, parentId: b }, 'Cannot assign descendant as parent'],
    [{ id: b, childIds: [root] }, 'Cannot assign ancestor as child'],
    [{ id: b, childIds: [a] }, 'Child cannot equal parent'],
    [{ id: b, parentId: null, childIds: [a] }, 'Cannot assign ancestor as child'],
    [{ id: b, parentId: below, childIds: [side] }, 'Cannot assign descendant cycle'],
    [{ id: b, parentId: side, childIds: [side] }, 'Child cannot equal parent'],
    [{ id: a, childIds: [a] }, 'Invalid child assignment'],
    [{ id: a, childIds: [tenantB.organization] }, 'Invalid child assignment'],
    [{ id: a, parentId: tenantB.organization }, 'Parent not found'],
    [{ id: a, parentId: crypto.randomUUID() }, 'Parent not found'],
  ] as const) {
    const answer = await client.put(path, change)
    expect([change, answer.status, answer.body.error]).toEqual([change, 400, error])
  }
  expect(await parentsOf(app)).toEqual(before)
})

test('an organization is deleted softly, and its children move up', async () => {
  await using app = await directoryApp()
  const client = app.as(homeless)
  const a = await createBelow(client, 'A', root)
  const b = await createBelow(client, 'B', a)
  const answer = await client.del(`${path}?id=${a}`)
  expect([answer.status, answer.body]).toEqual([200, { ok: true }])
  expect(answer.operation).toMatchObject({ commandId: 'directory.organizations.delete', resourceId: a })
  expect(await parentsOf(app)).toEqual({ [root]: null, [b]: root })
  expect((await app.sql('select is_active from organizations where id = $1', [a]))[0]).toEqual({ is_active: false })
  expect((await client.get(path)).body.items.map(({ id }: { id: string }) => id)).not.toContain(a)
  for (const gone of [
    await client.del(`${path}?id=${a}`),
    await client.put(path, { id: a, name: 'x' }),
    await client.del(path, { id: tenantB.organization }),
    await client.put(path, { id: tenantB.organization, name: 'x' }),
  ])
    expect([gone.status, gone.body]).toEqual([404, { error: 'Not found' }])
  expect((await client.post(path, { name: 'x', parentId: a })).body).toEqual({ error: 'Parent not found' })
  // The body wins over the query, and the slug is free again.
  expect((await client.del(`${path}?id=${a}`, { id: root })).status).toBe(200)
  expect(await parentsOf(app)).toEqual({ [b]: null })
  expect((await client.post(path, { name: 'x', slug: 'acme-corp' })).status).toBe(201)
})

test('an id that is missing or malformed is 400', async () => {
  await using app = await directoryApp()
  const client = app.as(manager)
  expect((await client.del(path)).body).toMatchObject({ error: 'Organization id required' })
  for (const answer of [
    await client.del(`${path}?id=nonsense`),
    await client.del(`${path}?id=%27%20or%201=1`),
    await client.put(path, { name: 'x' }),
    await client.put(path, { id: 'nonsense', name: 'x' }),
  ])
    expect([answer.status, answer.body.error]).toEqual([400, 'Invalid id'])
  expect((await client.put(path, { id: root, name: '' })).body.error).toBe('Invalid input')
})

test('nobody deletes or deactivates the organization they belong to', async () => {
  await using app = await directoryApp()
  const client = app.as(manager)
  expect((await client.del(`${path}?id=${root}`)).body).toEqual({
    error: 'You cannot delete the organization you belong to',
  })
  expect((await client.put(path, { id: root, isActive: false })).status).toBe(400)
  expect((await client.put(path, { id: root, isActive: true })).status).toBe(200)
})

test('who may write', async () => {
  await using app = await directoryApp()
  const body = { id: root, name: 'x' }
  const writers = [app.anonymous, app.as({ features: [features['organizations.view']] }), app.as('superadmin')]
  const statuses = await Promise.all(
    writers.flatMap((client) => [client.post(path, body), client.put(path, body), client.del(path, body)]),
  )
  expect(statuses.map(({ status }) => status)).toEqual([401, 401, 401, 403, 403, 403, 403, 403, 403])
  expect(statuses.at(-1)?.body).toEqual({ error: 'Forbidden', requiredFeatures: ['directory.organizations.manage'] })
  expect((await app.as('admin').post(path, { name: 'x' })).status).toBe(201)
})

test('a write goes to the tenant one works in', async () => {
  await using app = await directoryApp()
  const foreign = { name: 'x', tenantId: tenantB.id }
  expect((await app.as(manager).post(path, foreign)).body).toEqual({ error: 'Not authorized to target this tenant.' })
  const made = await app.as(superAdmin).post(path, foreign)
  expect(made.status).toBe(201)
  expect((await app.as(superAdmin).put(path, { ...foreign, name: 'y', id: made.body.id })).status).toBe(200)
  expect((await app.as(superAdmin).put(path, { ...foreign, id: root })).status).toBe(404)
  const rows = await app.sql('select tenant_id, name from organizations where id = $1', [made.body.id])
  expect(rows).toEqual([{ tenant_id: tenantB.id, name: 'y' }])
  expect((await app.as(superAdmin).post(path, { name: 'x', tenantId: crypto.randomUUID() })).body.error).toBe(
    'Tenant not found',
  )
  expect((await app.as({ ...superAdmin, tenantId: tenantB.id }).post(path, foreign)).status).toBe(201)
  const nowhere = app.as({ ...superAdmin, tenantId: '00000000-0000-0000-0000-000000000000' })
  expect((await nowhere.post(path, { name: 'x' })).body).toEqual({ error: 'Tenant scope required' })
})

test('every write is told to subscribers and seen by the next read', async () => {
  const heard: unknown[] = []
  const listener = defineModule({
    id: 'listener',
    title: 'Listener',
    subscribers: (['created', 'updated', 'deleted'] as const).map((verb) =>
      on(events[`organization.${verb}`], ({ payload }) => void heard.push([verb, payload])),
    ),
  })
  await using app = await directoryApp({ modules: [listener] })
  const names = () =>
    app.platform.actAs({ actor: 'platform', reason: 'test', scope: { tenantId: tenantA.id } }, async ({ inject }) => {
      const tree = await inject(organizationTrees).of(tenantA.id)
      return tree.roots.flatMap((id) => tree.subtree(id)).map((id) => tree.get(id)?.name)
    })
  await app.settled()
  heard.length = 0
  const client = app.as(manager)
  const id = await createBelow(client, 'New', root)
  expect(await names()).toEqual(['Acme Corp', 'New'])
  await client.put(path, { id, name: 'Newer' })
  expect(await names()).toEqual(['Acme Corp', 'Newer'])
  await client.del(`${path}?id=${id}`)
  expect(await names()).toEqual(['Acme Corp'])
  await app.settled()
  const payload = { id, tenantId: tenantA.id, organizationId: id }
  expect(heard).toEqual([
    ['created', payload],
    ['updated', payload],
    ['deleted', payload],
  ])
})
