import { tenantA, tenantB } from '@plinth/testing'
import { expect, test } from 'vitest'
import { choosing, createBelow, directoryApp, limitedTo, manager, superAdmin } from './directory-app.ts'

const path = '/directory/organization-switcher'
const root = tenantA.organization

test('somebody with all organizations may select each of them', async () => {
  await using app = await directoryApp()
  const client = app.as(manager)
  const north = await createBelow(client, 'North', root)
  const { status, body } = await client.get(path)
  expect(status).toBe(200)
  expect(body).toEqual({
    items: [
      {
        id: root,
        name: 'Acme Corp',
        depth: 0,
        selectable: true,
        children: [{ id: north, name: 'North', depth: 1, selectable: true, children: [] }],
      },
    ],
    selectedId: root,
    canManage: true,
    canViewAllOrganizations: true,
    tenantId: tenantA.id,
    tenants: [],
    isSuperAdmin: false,
  })
  expect((await app.as({}).get(path)).body.canManage).toBe(false)
})

test('somebody with a part of them sees what is above it as context', async () => {
  await using app = await directoryApp()
  const client = app.as(manager)
  const north = await createBelow(client, 'North', root)
  const oslo = await createBelow(client, 'Oslo', north)
  await createBelow(client, 'South', root)
  const { body, text } = await app.as(limitedTo(oslo)).get(path)
  expect(body).toMatchObject({ canViewAllOrganizations: false, selectedId: oslo })
  expect(body.items).toEqual([
    {
      id: root,
      name: 'Acme Corp',
      depth: 0,
      selectable: false,
      children: [
        {
          id: north,
          name: 'North',
          depth: 1,
          selectable: false,
          children: [{ id: oslo, name: 'Oslo', depth: 2, selectable: true, children: [] }],
        },
      ],
    },
  ])
  expect(text).not.toContain('South')
  expect((await app.as(limitedTo()).get(path)).body).toMatchObject({ items: [], selectedId: null })
})

test('what is selected', async () => {
  await using app = await directoryApp()
  const north = await createBelow(app.as(manager), 'North', root)
  const asked = async (who: Parameters<typeof app.as>[0], headers: Record<string, string> = {}) =>
    (await app.as(who).get(path, { headers })).body.selectedId
  const selected = (who: Parameters<typeof app.as>[0], cookie?: string) =>
    asked(who, cookie ? { cookie: `om_selected_org=${cookie}` } : {})
  expect(await selected(choosing([north], null))).toBe(north)
  expect(await selected(choosing(null, null))).toBeNull()
  expect(await selected(manager)).toBe(root)
  expect(await selected(manager, '__all__')).toBeNull()
  expect(await selected({ ...limitedTo(north), organizationId: root })).toBeNull()
  // For one request, whatever the cookie says.
  expect(await asked(manager, { 'x-plinth-organization': '__all__', cookie: `om_selected_org=${root}` })).toBeNull()
})

test('super admins may look into every tenant', async () => {
  await using app = await directoryApp()
  const client = app.as(superAdmin)
  const tenants = [
    { id: tenantA.id, name: 'Acme Tenant', isActive: true },
    { id: tenantB.id, name: 'Beta Tenant', isActive: true },
  ]
  const beta = await client.get(`${path}?tenantId=${tenantB.id}`)
  expect(beta.body).toMatchObject({ tenantId: tenantB.id, tenants, isSuperAdmin: true, selectedId: null })
  expect(beta.body.items).toMatchObject([{ id: tenantB.organization, selectable: true }])
  for (const unknown of [crypto.randomUUID(), 'nonsense', ''])
    expect((await client.get(`${path}?tenantId=${unknown}`)).body.tenantId).toBe(tenantA.id)
  expect((await client.get(path)).body).toMatchObject({ tenantId: tenantA.id, canManage: true })
})

test('who may ask', async () => {
  await using app = await directoryApp()
  expect((await app.anonymous.get(path)).status).toBe(401)
  expect((await app.as(manager).get(`${path}?tenantId=${tenantB.id}`)).status).toBe(403)
  const nowhere = app.as({ tenantId: '00000000-0000-0000-0000-000000000000' })
  expect((await nowhere.get(path)).body).toEqual({ items: [], selectedId: null, canManage: false })
})
