import { expect, test } from 'vitest'
import { authApp, signIn } from '../_accounts.ts'
import {
  addOrganization,
  adminOf,
  addRole,
  addUser,
  idOf,
  nobody,
  roleOf,
  superAdminOf,
  tenantA,
  tenantB,
} from '../_people.ts'

const nothing = { isSuperAdmin: false, features: [], organizations: null }

test('the rights of a role are read, replaced, and kept where nothing is said', async () => {
  await using app = await authApp()
  const branch = await addOrganization(app)
  const admin = adminOf(app)
  const roleId = await addRole(admin, 'Clerk')
  const read = async () => (await admin.get(`/auth/roles/acl?roleId=${roleId}`)).body
  expect(await read()).toMatchObject(nothing)
  const put = async (rights: object) => admin.put('/auth/roles/acl', { roleId, ...rights })
  const written = await put({ features: [' auth.users.list', 'auth.users.list', ''], organizations: [branch] })
  expect(written).toMatchObject({ status: 200, body: { ok: true, sanitized: false } })
  expect(written.operation).toMatchObject({
    commandId: 'auth.role_acls.update',
    resourceKind: 'auth.role_acl',
    resourceId: roleId,
  })
  expect(await read()).toMatchObject({ isSuperAdmin: false, features: ['auth.users.list'], organizations: [branch] })
  await put({ organizations: ['__all__'] })
  expect(await read()).toMatchObject({ isSuperAdmin: false, features: ['auth.users.list'], organizations: null })
  await put({ features: [] })
  expect(await read()).toMatchObject(nothing)
})

test('rights of roles: what is refused', async () => {
  await using app = await authApp()
  const admin = adminOf(app)
  const roleId = await addRole(admin, 'Clerk')
  for (const body of [{}, { roleId: 'x' }, { roleId, features: 'auth.*' }, { roleId, tenantId: tenantB.id }]) {
    const { status } = await admin.put('/auth/roles/acl', body)
    expect([400, 403]).toContain(status)
  }
  expect((await admin.put('/auth/roles/acl', { roleId: 'x' })).body).toMatchObject({ error: 'Invalid input' })
  expect((await admin.get('/auth/roles/acl')).body).toMatchObject({ error: 'Invalid input' })
  const foreign = await roleOf(app, 'admin', tenantB.id)
  for (const id of [nobody, foreign]) {
    expect(await admin.get(`/auth/roles/acl?roleId=${id}`)).toMatchObject({ status: 404, body: { error: 'Not found' } })
    expect(await admin.put('/auth/roles/acl', { roleId: id, features: [] })).toMatchObject({
      status: 404,
      body: { error: 'Not found' },
    })
  }
  expect((await admin.get(`/auth/roles/acl?roleId=${roleId}&tenantId=${tenantB.id}`)).status).toBe(403)
  expect((await admin.put('/auth/roles/acl', { roleId, isSuperAdmin: true })).body.error).toBe(
    'Only super administrators may mark a role as super admin.',
  )
  expect((await admin.put('/auth/roles/acl', { roleId, features: ['shop.view'] })).body).toEqual({
    error: 'You cannot grant features that you do not have: shop.view.',
    missingFeatures: ['shop.view'],
    missingOrganizations: [],
  })
  expect((await admin.put('/auth/roles/acl', { roleId, organizations: [nobody] })).status).toBe(400)
})

test('platform features are left out and reported', async () => {
  await using app = await authApp()
  const admin = app.as({ features: ['auth.*', 'directory.*'] })
  const roleId = await addRole(admin, 'Clerk')
  const features = ['*', 'directory.*', 'directory.tenants.view', 'auth.users.list']
  const put = await admin.put('/auth/roles/acl', { roleId, features })
  expect(put.body).toEqual({ ok: true, sanitized: true })
  expect((await admin.get(`/auth/roles/acl?roleId=${roleId}`)).body.features).toEqual(['auth.users.list'])
  const userId = await addUser(admin)
  expect((await admin.put('/auth/users/acl', { userId, features })).body).toEqual({ ok: true, sanitized: true })
  expect((await admin.get(`/auth/users/acl?userId=${userId}`)).body.features).toEqual(['auth.users.list'])
  const boss = superAdminOf(app)
  expect((await boss.put('/auth/roles/acl', { roleId, features })).body).toEqual({ ok: true, sanitized: false })
})

test('a user with rights of their own: written, kept, and taken away on exact emptiness only', async () => {
  await using app = await authApp()
  const branch = await addOrganization(app)
  const admin = app.as('admin')
  const userId = await addUser(admin, { roles: ['employee'] })
  const read = async () => (await admin.get(`/auth/users/acl?userId=${userId}`)).body
  const put = async (rights: object) => admin.put('/auth/users/acl', { userId, ...rights })
  expect(await read()).toMatchObject({ hasCustomAcl: false, ...nothing })
  expect((await put({ organizations: null })).status).toBe(200)
  expect((await read()).hasCustomAcl).toBe(false)
  const written = await put({ features: ['auth.users.list'] })
  expect(written).toMatchObject({ status: 200, body: { ok: true, sanitized: false } })
  expect(written.operation).toMatchObject({
    commandId: 'auth.user_acls.update',
    resourceKind: 'auth.user_acl',
    resourceId: userId,
  })
  await put({ organizations: [branch] })
  const kept = { hasCustomAcl: true, isSuperAdmin: false, features: ['auth.users.list'], organizations: [branch] }
  expect(await read()).toMatchObject(kept)
  await put({ isSuperAdmin: false, features: [], organizations: [branch] })
  expect(await read()).toMatchObject({ ...kept, features: [] })
  await put({ features: [] })
  expect((await read()).hasCustomAcl).toBe(true)
  const removed = await superAdminOf(app).put('/auth/users/acl', { userId, ...nothing })
  expect(removed.operation).toMatchObject({ commandId: 'auth.user_acls.update' })
  expect(await read()).toMatchObject({ hasCustomAcl: false, ...nothing })
})

test('rights of users: what is refused', async () => {
  await using app = await authApp()
  const admin = adminOf(app)
  const userId = await addUser(admin)
  for (const query of ['', '?userId=x']) {
    expect(await admin.get(`/auth/users/acl${query}`)).toMatchObject({ status: 400, body: { error: 'Invalid input' } })
  }
  const foreign = await idOf(app, 'other@acme.com', tenantB.id)
  for (const id of [nobody, foreign]) {
    expect((await admin.get(`/auth/users/acl?userId=${id}`)).body).toMatchObject({ hasCustomAcl: false, ...nothing })
    expect((await admin.put('/auth/users/acl', { userId: id, features: ['auth.users.list'] })).status).toBe(400)
  }
  expect((await admin.put('/auth/users/acl', { userId, isSuperAdmin: true })).body.error).toMatch(/^Only super/)
  expect((await admin.put('/auth/users/acl', { userId, features: ['shop.view'] })).status).toBe(403)
  const boss = await idOf(app, 'superadmin@acme.com')
  for (const rights of [{ features: ['auth.users.list'] }, { isSuperAdmin: false }, nothing]) {
    expect((await admin.put('/auth/users/acl', { userId: boss, ...rights })).status).toBe(403)
  }
  for (const path of ['/auth/users/acl', '/auth/roles/acl']) {
    for (const method of ['GET', 'PUT']) {
      expect((await app.anonymous.send(method, path)).status).toBe(401)
      expect((await app.as({ features: [] }).send(method, path)).body).toEqual({
        error: 'Forbidden',
        requiredFeatures: ['auth.acl.manage'],
      })
    }
  }
})

test('changed rights count with the next request', async () => {
  await using app = await authApp()
  const boss = superAdminOf(app)
  const roleId = await addRole(boss, 'Clerk', { features: ['auth.users.list'] })
  const userId = await addUser(boss, { email: 'clerk@acme.com', roles: ['Clerk'] })
  const clerk = await signIn(app, 'clerk@acme.com')
  const status = async () => (await clerk.get('/auth/users')).status
  expect(await status()).toBe(200)
  await boss.put('/auth/roles/acl', { roleId, features: [] })
  expect(await status()).toBe(403)
  await boss.put('/auth/users/acl', { userId, features: ['auth.*'] })
  expect(await status()).toBe(200)
  await boss.put('/auth/users/acl', { userId, features: [], organizations: null, isSuperAdmin: false })
  expect(await status()).toBe(403)
  await boss.put('/auth/users/acl', { userId, isSuperAdmin: true })
  expect((await clerk.get('/auth/users')).body.isSuperAdmin).toBe(true)
  await boss.put('/auth/users/acl', { userId, isSuperAdmin: false })
  expect(await status()).toBe(403)
})

test('a super administrator writes in the tenant of the user or role', async () => {
  await using app = await authApp()
  const boss = superAdminOf(app)
  const userId = await idOf(app, 'twin@acme.com', tenantB.id)
  const roleId = await roleOf(app, 'employee', tenantB.id)
  await boss.put('/auth/users/acl', { userId, features: ['auth.users.list'] })
  await boss.put('/auth/roles/acl', { roleId, features: ['auth.roles.list'] })
  expect((await boss.get(`/auth/users/acl?userId=${userId}`)).body.features).toEqual(['auth.users.list'])
  expect((await boss.get(`/auth/roles/acl?roleId=${roleId}`)).body.features).toEqual(['auth.roles.list'])
  const rows = await app.sql(
    `select tenant_id from user_acls union all select tenant_id from role_acls where role_id = $1
     union all select tenant_id from plinth.action_log where command_id like 'auth.%_acls.update'
     union all select c.tenant_id from plinth.changes c join plinth.action_log l on l.id = c.entry_id
       where l.command_id like 'auth.%_acls.update'`,
    [roleId],
  )
  expect(rows.length).toBe(6)
  expect(new Set(rows.map((row) => row['tenant_id']))).toEqual(new Set([tenantB.id]))
  const global = (await boss.post('/auth/roles', { name: 'Auditor' })).body.id
  await boss.put('/auth/roles/acl', { roleId: global, tenantId: tenantB.id, features: ['auth.*'] })
  expect((await boss.get(`/auth/roles/acl?roleId=${global}`)).body).toMatchObject(nothing)
  expect((await boss.get(`/auth/roles/acl?roleId=${global}&tenantId=${tenantB.id}`)).body.features).toEqual(['auth.*'])
  expect((await boss.get(`/auth/roles/acl?roleId=${roleId}&tenantId=${tenantA.id}`)).status).toBe(404)
})

test('features that no module declares are kept, and named in the answer', async () => {
  await using app = await authApp()
  const boss = superAdminOf(app)
  const [roleId, userId] = [await addRole(boss, 'Clerk'), await addUser(boss)]
  const features = ['auth.user.list', 'auth.users.list', 'auth.*', 'auth', 'shop.*', '*', ' auth.user.list ']
  for (const [path, owner] of [
    ['/auth/roles/acl', { roleId }],
    ['/auth/users/acl', { userId }],
  ] as const) {
    const put = async (rights: object) => (await boss.put(path, { ...owner, ...rights })).body
    expect(await put({ features })).toEqual({
      ok: true,
      sanitized: false,
      unknownFeatures: ['auth.user.list', 'auth', 'shop.*'],
    })
    expect((await boss.get(`${path}?${new URLSearchParams(owner)}`)).body.features).toContain('auth.user.list')
    expect(await put({ organizations: null })).toEqual({ ok: true, sanitized: false })
    expect(await put({ features: ['auth.users.list', 'directory.*'] })).toEqual({ ok: true, sanitized: false })
  }
  const asked = await boss.post('/auth/feature-check', { features: ['auth.user.list', 'auth.users.list'] })
  expect(asked.body).toMatchObject({ ok: true, unknownFeatures: ['auth.user.list'] })
  expect((await boss.post('/auth/feature-check', { features: ['auth.*'] })).body).not.toHaveProperty('unknownFeatures')
})
