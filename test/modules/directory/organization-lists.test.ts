import { tenantA, tenantB } from '@plinth/testing'
import { expect, test } from 'vitest'
import { choosing, createBelow, directoryApp, limitedTo, manager, superAdmin } from './directory-app.ts'

const path = '/directory/organizations'
const root = tenantA.organization
const namesOf = ({ body }: { body: { items: { name: string }[] } }) => body.items.map(({ name }) => name)

/** Acme Corp > (North > (Oslo, Bergen), South), and Zulu beside it; South is inactive. */
async function withTree() {
  const app = await directoryApp()
  const client = app.as(manager)
  const north = await createBelow(client, 'North', root)
  const south = await createBelow(client, 'South', root)
  await client.put(path, { id: south, isActive: false })
  const oslo = await createBelow(client, 'Oslo', north)
  const bergen = await createBelow(client, 'Bergen', north)
  const zulu = await createBelow(client, 'Zulu')
  return { app, client, north, south, oslo, bergen, zulu }
}

test('options: all organizations of the tenant, by name', async () => {
  const { app, client, north, oslo } = await withTree()
  await using _ = app
  const answer = await client.get(path)
  expect(answer.status).toBe(200)
  expect(Object.keys(answer.body)).toEqual(['items'])
  expect(namesOf(answer)).toEqual(['Acme Corp', 'Bergen', 'North', 'Oslo', 'South', 'Zulu'])
  expect(answer.body.items[3]).toEqual({
    id: oslo,
    name: 'Oslo',
    parentId: north,
    tenantId: tenantA.id,
    isActive: true,
    depth: 2,
    treePath: [root, north, oslo].join('/'),
  })
  expect(namesOf(await client.get(`${path}?status=inactive`))).toEqual(['South'])
  expect(namesOf(await client.get(`${path}?status=active`))).not.toContain('South')
  expect(namesOf(await client.get(`${path}?includeInactive=false`))).not.toContain('South')
  expect(namesOf(await client.get(`${path}?includeInactive=true`))).toContain('South')
  expect(namesOf(await client.get(`${path}?tenantId=${tenantA.id}`))).toHaveLength(6)
})

test('ids: foreign and malformed ones find nothing', async () => {
  const { app, client, north, oslo } = await withTree()
  await using _ = app
  for (const view of ['options', 'manage']) {
    const find = async (ids: string) => namesOf(await client.get(`${path}?view=${view}&ids=${ids}`)).sort()
    expect(await find(`${north}, ${oslo.toUpperCase()},${north},nonsense`)).toEqual(['North', 'Oslo'])
    expect(await find('nonsense')).toEqual([])
    expect(await find(',')).toEqual([])
    expect(await find(tenantB.organization)).toEqual([])
    expect(await find('')).toHaveLength(6)
  }
})

test('tree: children inside', async () => {
  const { app, client, north, oslo, bergen, south } = await withTree()
  await using _ = app
  const { body } = await client.get(`${path}?view=tree`)
  expect(namesOf({ body })).toEqual(['Acme Corp', 'Zulu'])
  const [acme] = body.items
  expect(acme.childIds).toEqual([north, south])
  expect(acme.descendantIds).toEqual([north, bergen, oslo, south])
  expect(acme.children[0].children[1]).toEqual({
    id: oslo,
    name: 'Oslo',
    parentId: north,
    tenantId: tenantA.id,
    isActive: true,
    depth: 2,
    treePath: [root, north, oslo].join('/'),
    pathLabel: 'Acme Corp / North / Oslo',
    ancestorIds: [root, north],
    childIds: [],
    descendantIds: [],
    children: [],
  })
  const active = await client.get(`${path}?view=tree&status=active`)
  expect(active.body.items[0].childIds).toEqual([north])
})

test('manage: pages in the order of the paths', async () => {
  const { app, client, north, oslo, bergen } = await withTree()
  await using _ = app
  const all = await client.get(`${path}?view=manage`)
  expect(namesOf(all)).toEqual(['Acme Corp', 'North', 'Bergen', 'Oslo', 'South', 'Zulu'])
  expect(all.body).toMatchObject({ total: 6, page: 1, pageSize: 50, totalPages: 1, isSuperAdmin: false })
  expect(all.body.items[1]).toEqual({
    id: north,
    name: 'North',
    slug: 'north',
    tenantId: tenantA.id,
    parentId: root,
    parentName: 'Acme Corp',
    isActive: true,
    depth: 1,
    rootId: root,
    treePath: `${root}/${north}`,
    pathLabel: 'Acme Corp / North',
    ancestorIds: [root],
    childIds: [bergen, oslo],
    descendantIds: [bergen, oslo],
    childrenCount: 2,
    descendantsCount: 2,
    updatedAt: app.clock.now.toISOString(),
  })
  const pages = await Promise.all([1, 2, 3, 4].map((n) => client.get(`${path}?view=manage&pageSize=2&page=${n}`)))
  expect(pages.flatMap(namesOf)).toEqual(namesOf(all))
  expect(pages[3]?.body).toMatchObject({ items: [], total: 6, totalPages: 3 })
  const search = async (text: string) => namesOf(await client.get(`${path}?view=manage&search=${text}`))
  expect(await search('OSL')).toEqual(['Oslo'])
  expect(await search('corp%20/%20north')).toEqual(['North', 'Bergen', 'Oslo'])
  expect(await search('%25')).toEqual([])
  expect((await client.get(`${path}?view=manage&search=nothing`)).body).toMatchObject({ total: 0, totalPages: 1 })
})

test('an invalid query is 400', async () => {
  await using app = await directoryApp()
  for (const query of [
    'view=all',
    'page=0',
    'page=1.5',
    'page=x',
    'pageSize=201',
    'pageSize=-1',
    'status=any',
    'includeInactive=1',
    `search=${'x'.repeat(201)}`,
  ]) {
    const { status, body } = await app.as(manager).get(`${path}?${query}`)
    expect([query, status, body.items]).toEqual([query, 400, []])
  }
  expect((await app.as(superAdmin).get(`${path}?tenantId=x`)).body.items).toEqual([])
  const nowhere = app.as({ ...superAdmin, tenantId: '00000000-0000-0000-0000-000000000000' })
  const { status, body } = await nowhere.get(path)
  expect([status, body]).toEqual([400, { items: [], error: 'Tenant scope required' }])
})

test('who may read', async () => {
  await using app = await directoryApp()
  for (const view of ['options', 'manage', 'tree']) {
    const url = `${path}?view=${view}`
    expect((await app.anonymous.get(url)).status).toBe(401)
    const refused = await app.as({ features: ['directory.tenants.*'] }).get(url)
    expect([refused.status, refused.body.requiredFeatures]).toEqual([403, ['directory.organizations.view']])
    expect((await app.as(manager).get(`${url}&tenantId=${tenantB.id}`)).status).toBe(403)
    expect(namesOf(await app.as({ ...manager, tenantId: tenantB.id }).get(url))).toEqual(['Beta Corp'])
    expect(namesOf(await app.as(superAdmin).get(`${url}&tenantId=${tenantB.id}`))).toEqual(['Beta Corp'])
  }
})

test('lists show the allowed organizations, selected or not', async () => {
  const { app, north, oslo, bergen } = await withTree()
  await using _ = app
  for (const view of ['options', 'manage', 'tree']) {
    const { text } = await app.as(limitedTo(north, oslo, bergen)).get(`${path}?view=${view}`)
    expect(text).toContain(north)
    for (const hidden of ['Acme Corp', 'South', 'Zulu', root]) expect(text).not.toContain(hidden)
    const narrow = await app.as(choosing([oslo], [north, oslo, bergen])).get(`${path}?view=${view}`)
    expect(narrow.text).toBe(text)
    expect((await app.as(limitedTo()).get(`${path}?view=${view}`)).body.items).toEqual([])
  }
  expect(namesOf(await app.as(choosing([oslo], null)).get(path))).toHaveLength(6)
  const clients = [app.as(choosing([oslo], null)), app.as(choosing([oslo], [north, oslo, bergen]))]
  for (const client of clients) expect((await client.put(path, { id: bergen, name: 'Bergen 2' })).status).toBe(200)
  const { operation } = await clients[0]!.put(path, { id: bergen, name: 'Bergen' })
  expect(operation?.resourceId).toBe(bergen)
})

test('manage for super admins: all tenants by name, then path', async () => {
  const { app } = await withTree()
  await using _ = app
  await createBelow(app.as({ ...manager, tenantId: tenantB.id }), 'Beta North', tenantB.organization)
  const client = app.as(superAdmin)
  const all = await client.get(`${path}?view=manage`)
  const expected = ['Acme Corp', 'North', 'Bergen', 'Oslo', 'South', 'Zulu', 'Beta Corp', 'Beta North']
  expect(namesOf(all)).toEqual(expected)
  expect(all.body).toMatchObject({ total: 8, totalPages: 1, isSuperAdmin: true })
  expect(all.body.items[7]).toMatchObject({ tenantId: tenantB.id, tenantName: 'Beta Tenant', parentName: 'Beta Corp' })
  for (const size of [1, 2, 3, 5, 7]) {
    const names: string[] = []
    for (let page = 1; page <= Math.ceil(8 / size) + 1; page++) {
      const answer = await client.get(`${path}?view=manage&pageSize=${size}&page=${page}`)
      expect(answer.body.total).toBe(8)
      names.push(...namesOf(answer))
    }
    expect(names).toEqual(expected)
  }
  const search = async (query: string) => namesOf(await client.get(`${path}?view=manage&${query}`))
  expect(await search('search=north')).toEqual(['North', 'Bergen', 'Oslo', 'Beta North'])
  expect(await search('search=north&pageSize=2&page=2')).toEqual(['Oslo', 'Beta North'])
  expect(await search('search=beta%20corp')).toEqual(['Beta Corp', 'Beta North'])
  expect(await search('status=inactive')).toEqual(['South'])
  expect(await search(`ids=${tenantB.organization},nonsense`)).toEqual(['Beta Corp'])
  expect(await search('search=nothing')).toEqual([])
  const own = await client.get(`${path}?view=manage&tenantId=${tenantA.id}`)
  expect(own.body.items[0].tenantName).toBe('Acme Tenant')
})
