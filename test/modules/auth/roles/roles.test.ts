import { expect, test } from 'vitest'
import { authApp } from '../_accounts.ts'
import {
  addOrganization,
  adminOf,
  branchAdminOf,
  addRole,
  addUser,
  nobody,
  roleOf,
  superAdminOf,
  tenantA,
  tenantB,
} from '../_people.ts'

test('an administrator creates a role of the tenant, whether or not they name it', async () => {
  await using app = await authApp()
  const admin = adminOf(app)
  const created = await admin.post('/auth/roles', { name: '  Night  clerk ' })
  expect(created).toMatchObject({ status: 201, body: { id: expect.any(String) } })
  expect(created.operation).toMatchObject({ commandId: 'auth.roles.create', resourceKind: 'auth.role' })
  expect((await admin.post('/auth/roles', { name: 'Day clerk', tenantId: tenantA.id })).status).toBe(201)
  const { body } = await admin.get('/auth/roles?search=CLERK')
  expect(body).toMatchObject({ total: 2, totalPages: 1, isSuperAdmin: false })
  expect(body.items).toEqual([
    expect.objectContaining({ name: 'Day clerk' }),
    {
      id: created.body.id,
      name: 'Night clerk',
      updatedAt: expect.any(String),
      usersCount: 0,
      tenantId: tenantA.id,
      tenantIds: [tenantA.id],
      tenantName: 'Acme',
    },
  ])
  expect((await admin.post('/auth/roles', { name: 'Other', tenantId: tenantB.id })).status).toBe(403)
  // Null is one's own tenant (decision: tenantId null).
  const own = await admin.post('/auth/roles', { name: 'Other', tenantId: null })
  expect(own.status).toBe(201)
  expect((await admin.get(`/auth/roles?id=${own.body.id}&tenantId=null`)).body.items).toMatchObject([
    { tenantId: tenantA.id },
  ])
  const { status } = await admin.put('/auth/roles/acl', { roleId: own.body.id, tenantId: null, features: [] })
  expect(status).toBe(200)
})

test('names are checked, taken in any spelling, and some are kept for super administrators', async () => {
  await using app = await authApp()
  const admin = adminOf(app)
  for (const name of ['x', ' x ', 'x'.repeat(101), 7, undefined, 'Night\u200Bclerk', 'Cle\u00ADrk', 'employee\u200B']) {
    expect(await admin.post('/auth/roles', { name })).toMatchObject({ status: 400, body: { error: 'Invalid input' } })
  }
  const clerk = await addRole(admin, 'Clerk')
  for (const name of ['clerk', 'CLERK ', 'Ｃlerk']) {
    const taken = await admin.post('/auth/roles', { name })
    expect(taken).toMatchObject({ status: 400, body: { fieldErrors: { name: 'Role name already in use' } } })
  }
  for (const name of [
    'superadmin',
    ' SUPERADMIN ',
    'SuperAdmin',
    'super admin',
    'super_admin',
    'Ａdmin',
    'employee ',
  ]) {
    expect((await admin.post('/auth/roles', { name })).status).toBe(403)
    expect((await admin.put('/auth/roles', { id: clerk, name })).status).toBe(403)
  }
  for (const name of ['administrator', 'sales admin', 'employees'])
    expect((await admin.post('/auth/roles', { name })).status).toBe(201)
  const other = await addRole(admin, 'Porter')
  expect(await admin.put('/auth/roles', { id: other, name: 'Clerk' })).toMatchObject({
    status: 400,
    body: { fieldErrors: { name: 'Role name already in use' } },
  })
})

test('a role is renamed and deleted only while nobody holds it', async () => {
  await using app = await authApp()
  const admin = adminOf(app)
  const id = await addRole(admin, 'Clerk', { features: ['auth.users.list'] })
  expect(await admin.put('/auth/roles', { id, name: 'Porter' })).toMatchObject({ status: 200, body: { ok: true } })
  const user = await addUser(admin, { roles: ['Porter'] })
  expect((await admin.get(`/auth/roles?id=${id}`)).body.items[0].usersCount).toBe(1)
  expect((await admin.put('/auth/roles', { id, name: 'Clerk' })).body).toEqual({
    error: 'Role name cannot be changed while users are assigned',
  })
  expect((await admin.put('/auth/roles', { id, name: 'Porter' })).status).toBe(200)
  expect((await admin.del(`/auth/roles?id=${id}`)).body).toEqual({ error: 'Role has assigned users' })
  await admin.del(`/auth/users?id=${user}`)
  const deleted = await admin.del('/auth/roles', { id })
  expect(deleted).toMatchObject({ status: 200, body: { ok: true } })
  expect(deleted.operation).toMatchObject({ commandId: 'auth.roles.delete', resourceId: id })
  expect(await app.sql('select from role_acls where role_id = $1', [id])).toEqual([])
  expect(await admin.del(`/auth/roles?id=${id}`)).toMatchObject({ status: 404, body: { error: 'Role not found' } })
  expect(await admin.put('/auth/roles', { id, name: 'Gone' })).toMatchObject({ status: 404 })
  expect(await admin.del('/auth/roles')).toMatchObject({ status: 400, body: { error: 'Role id required' } })
  expect((await admin.put('/auth/roles', { id: 'x' })).status).toBe(400)
})

test('what makes super administrators is hidden from others, and theirs alone to change', async () => {
  await using app = await authApp()
  const admin = adminOf(app)
  const names = (await admin.get('/auth/roles')).body.items.map(({ name }: { name: string }) => name)
  expect(names).toEqual(['admin', 'employee'])
  const id = await roleOf(app, 'superadmin')
  for (const call of [
    admin.put('/auth/roles', { id, name: 'Boss' }),
    admin.del(`/auth/roles?id=${id}`),
    admin.put('/auth/roles/acl', { roleId: id, features: [] }),
    admin.put('/auth/roles/acl', { roleId: id, isSuperAdmin: false }),
  ]) {
    expect((await call).status).toBe(403)
  }
})

test('a super administrator makes roles of all tenants, which others see and do not change', async () => {
  await using app = await authApp()
  const boss = superAdminOf(app)
  const created = await boss.post('/auth/roles', { name: 'Auditor' })
  const id = created.body.id
  expect(created.operation).toMatchObject({ resourceId: id })
  const admin = adminOf(app)
  expect((await admin.get(`/auth/roles?id=${id}`)).body.items).toEqual([
    {
      id,
      name: 'Auditor',
      updatedAt: expect.any(String),
      usersCount: 0,
      tenantId: null,
      tenantIds: [],
      tenantName: null,
    },
  ])
  expect((await admin.put('/auth/roles', { id, name: 'Mine' })).status).toBe(403)
  expect((await admin.del(`/auth/roles?id=${id}`)).status).toBe(403)
  expect((await admin.put('/auth/roles/acl', { roleId: id, features: ['auth.users.list'] })).status).toBe(403)
  expect(await boss.post('/auth/roles', { name: 'auditor', tenantId: null })).toMatchObject({
    status: 400,
    body: { fieldErrors: { name: expect.any(String) } },
  })
  const holder = await addUser(admin, { roles: ['Auditor'] })
  expect((await boss.del(`/auth/roles?id=${id}`)).body.error).toBe('Role has assigned users')
  await admin.put('/auth/users', { id: holder, roles: [] })
  expect((await boss.put('/auth/roles', { id, name: 'Inspector' })).status).toBe(200)
  expect((await boss.put('/auth/roles', { id, tenantId: tenantB.id })).status).toBe(200)
  expect((await admin.get(`/auth/roles?id=${id}`)).body.total).toBe(0)
  expect((await boss.del(`/auth/roles?id=${id}`)).status).toBe(200)
})

test('a super administrator sees the roles of all tenants, or of one and the common ones', async () => {
  await using app = await authApp()
  const boss = superAdminOf(app)
  const common = (await boss.post('/auth/roles', { name: 'Auditor', tenantId: null })).body.id
  const all = await boss.get('/auth/roles')
  expect(all.body).toMatchObject({ total: 6, isSuperAdmin: true })
  const other = await boss.get(`/auth/roles?tenantId=${tenantB.id}`)
  expect(other.body.items.map(({ name }: { name: string }) => name)).toEqual(['admin', 'Auditor', 'employee'])
  expect(other.body.items[0].usersCount).toBe(1)
  const created = await boss.post('/auth/roles', { name: 'Clerk', tenantId: tenantB.id })
  expect(created.status).toBe(201)
  const log = await app.sql('select tenant_id from plinth.action_log where resource_id = $1', [created.body.id])
  expect(log).toEqual([{ tenant_id: tenantB.id }])
  expect((await boss.post('/auth/roles', { name: 'Lost', tenantId: nobody })).body.error).toBe('Tenant not found')
  expect((await boss.get('/auth/roles?tenantId=x')).body).toMatchObject({ items: [], totalPages: 1 })
  expect((await boss.get('/auth/roles?id=x')).body.items).toEqual([])
  expect((await boss.get(`/auth/roles?id=${common}&page=7`)).body).toMatchObject({ items: [], total: 1 })
})

test('whoever is confined to an organization counts its users only', async () => {
  await using app = await authApp()
  const branch = await addOrganization(app)
  await addUser(app.as('admin'), { organizationId: branch, roles: ['employee'] })
  const { body } = await branchAdminOf(app).get('/auth/roles?search=employee')
  expect(body.items[0].usersCount).toBe(1)
  expect((await adminOf(app).get('/auth/roles?search=employee')).body.items[0].usersCount).toBe(3)
})

test('pages are clamped, not emptied', async () => {
  await using app = await authApp()
  const { body } = await adminOf(app).get('/auth/roles?pageSize=1000')
  expect(body).toMatchObject({ pageSize: 100, total: 2 })
  expect((await adminOf(app).get('/auth/roles?pageSize=1&page=2')).body.items[0].name).toBe('employee')
})

test('without a login or the feature nothing is answered', async () => {
  await using app = await authApp()
  const poor = app.as({ features: ['auth.users.list'] })
  for (const [method, feature] of [
    ['GET', 'auth.roles.list'],
    ['POST', 'auth.roles.manage'],
    ['PUT', 'auth.roles.manage'],
    ['DELETE', 'auth.roles.manage'],
  ] as const) {
    expect((await app.anonymous.send(method, '/auth/roles')).status).toBe(401)
    expect((await poor.send(method, '/auth/roles')).body).toEqual({ error: 'Forbidden', requiredFeatures: [feature] })
  }
})

test('a new role has a place in its tenant, one of all tenants in each of them', async () => {
  await using app = await authApp()
  const boss = superAdminOf(app)
  const placesOf = (id: string) => app.sql('select tenant_id as place from role_places where id = $1 order by 1', [id])
  const own = await addRole(adminOf(app), 'Clerk')
  expect(await placesOf(own)).toEqual([{ place: tenantA.id }])
  const common = (await boss.post('/auth/roles', { name: 'Auditor', tenantId: null })).body.id
  const tenants = await app.sql(`select tenant_id as place from tenants union select plinth.all_tenants() order by 1`)
  expect(tenants.length).toBeGreaterThan(2)
  expect(await placesOf(common)).toEqual(tenants)
})
