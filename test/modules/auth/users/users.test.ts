import { auditLogs } from '@plinth/audit-logs'
import { expect, test } from 'vitest'
import { authApp, deliverMails, linkToken, signIn, urlEncoded } from '../_accounts.ts'
import {
  addOrganization,
  addRole,
  adminOf,
  addUser,
  idOf,
  nobody,
  roleOf,
  superAdminOf,
  tenantA,
  tenantB,
} from '../_people.ts'

const fresh = { email: 'new@acme.com', password: 'Secret-123', organizationId: tenantA.organization }

test('an administrator creates a user with roles by name and id, who can log in', async () => {
  await using app = await authApp()
  const employee = await roleOf(app, 'employee')
  const created = await app.as('admin').post('/auth/users', { ...fresh, name: ' New ', roles: ['admin', employee] })
  expect(created).toMatchObject({ status: 201, body: { id: expect.any(String) } })
  expect(created.operation).toMatchObject({
    commandId: 'auth.users.create',
    resourceKind: 'auth.user',
    resourceId: created.body.id,
    actionLabel: 'Create user',
  })
  expect(Object.keys(created.body)).toEqual(['id'])
  const login = await signIn(app, 'new@acme.com')
  expect((await login.get('/auth/profile')).body).toEqual({
    email: 'new@acme.com',
    name: 'New',
    roles: ['admin', 'employee'],
  })
  const [row] = await app.sql('select name, is_confirmed, organization_id from users where id = $1', [created.body.id])
  expect(row).toEqual({ name: 'New', is_confirmed: true, organization_id: tenantA.organization })
  const logged = await app.sql('select * from plinth.changes')
  expect(JSON.stringify(logged)).not.toMatch(/argon2|Secret-123/)
})

test('what is missing or wrong is 400 with its issues', async () => {
  await using app = await authApp()
  const admin = app.as('admin')
  const cases: [object, string | undefined][] = [
    [{}, 'email'],
    [{ ...fresh, email: 'nobody' }, 'email'],
    [{ ...fresh, organizationId: null }, 'organizationId'],
    [{ ...fresh, organizationId: '11111111-1111-1111-1111-111111111111' }, 'organizationId'],
    [{ ...fresh, password: undefined }, 'password'],
    [{ ...fresh, password: undefined, sendInviteEmail: false }, 'password'],
    [{ ...fresh, password: 'short' }, 'password'],
    [{ ...fresh, roles: 'admin' }, 'roles'],
  ]
  for (const [body, field] of cases) {
    const { status, body: answer } = await admin.post('/auth/users', body)
    expect({ status, error: answer.error, field: answer.details[0].path[0] }).toEqual({
      status: 400,
      error: 'Invalid input',
      field,
    })
  }
  const weak = await admin.post('/auth/users', { ...fresh, password: 'short' })
  expect(weak.body.details).toContainEqual({
    code: 'custom',
    message: 'Password does not meet the requirements.',
    path: ['password'],
    params: { rules: expect.any(Array) },
  })
  expect(await admin.post('/auth/users', { ...fresh, organizationId: nobody })).toMatchObject({
    status: 400,
    body: { error: 'Organization not found' },
  })
  expect((await admin.post('/auth/users', { ...fresh, roles: ['x', 'employee', nobody] })).body.error).toBe(
    `Role(s) not found: "x", "${nobody}"`,
  )
  expect(await idOf(app, 'new@acme.com')).toBeUndefined()
})

test('an e-mail is taken in any case, within one tenant', async () => {
  await using app = await authApp()
  const taken = await app.as('admin').post('/auth/users', { ...fresh, email: 'EMPLOYEE@acme.com' })
  expect(taken).toMatchObject({ status: 400 })
  expect(taken.body).toEqual({
    error: 'Email already in use',
    fieldErrors: { email: 'Email already in use' },
    details: [{ path: ['email'], message: 'Email already in use', code: 'duplicate', origin: 'validation' }],
  })
  const id = await addUser(app.as('admin'))
  expect((await app.as('admin').put('/auth/users', { id, email: 'admin@acme.com' })).body.error).toBe(
    'Email already in use',
  )
  expect((await app.as('admin').post('/auth/users', { ...fresh, email: 'other@acme.com' })).status).toBe(201)
})

test('an invited user has no password and gets a mail', async () => {
  await using app = await authApp()
  const { password: _password, ...invited } = fresh
  const { status } = await app.as('admin').post('/auth/users', { ...invited, sendInviteEmail: true })
  expect(status).toBe(201)
  await app.settled()
  await app.jobs()
  expect(app.mails.map(({ to }) => to)).toEqual(['new@acme.com'])
  await expect(signIn(app, 'new@acme.com')).rejects.toThrow('401')
})

test('PUT changes what is present', async () => {
  await using app = await authApp()
  const branch = await addOrganization(app)
  const admin = app.as('admin')
  const id = await addUser(admin, { email: 'a@acme.com', name: 'A', roles: ['employee'] })
  const read = async () => (await admin.get(`/auth/users?id=${id}`)).body.items[0]
  expect(await admin.put('/auth/users', { id, email: 'b@acme.com' })).toMatchObject({ status: 200, body: { ok: true } })
  expect(await read()).toMatchObject({ email: 'b@acme.com', name: 'A', roles: ['employee'] })
  const moved = await admin.put('/auth/users', { id, organizationId: branch, name: null })
  expect(moved.operation).toMatchObject({ commandId: 'auth.users.update', resourceId: id })
  expect(await read()).toMatchObject({ organizationId: branch, organizationName: 'Branch', name: null })
  await admin.put('/auth/users', { id, roles: [] })
  expect(await read()).toMatchObject({ email: 'b@acme.com', roles: [], roleIds: [] })
  expect(await admin.put('/auth/users', { id: nobody, name: 'x' })).toMatchObject({
    status: 404,
    body: { error: 'User not found' },
  })
  expect((await admin.put('/auth/users', { id: 'x' })).status).toBe(400)
  expect((await admin.put('/auth/users', {})).status).toBe(400)
  expect((await admin.put('/auth/users', { id, organizationId: tenantB.organization })).body.error).toBe(
    'Organization not found',
  )
})

test('the password for an account that is not there is not even looked at', async () => {
  await using app = await authApp()
  const admin = await signIn(app, 'admin@acme.com')
  const [foreign] = await app.sql<{ id: string }>('select id from users where tenant_id = $1 limit 1', [tenantB.id])
  for (const id of [foreign!.id, crypto.randomUUID()])
    expect(await admin.put('/auth/users', { id, password: 'weak' })).toMatchObject({
      status: 404,
      body: { error: 'User not found' },
    })
})

test('a new password, another organization and lost roles end what they allowed with the next request', async () => {
  await using app = await authApp()
  const branch = await addOrganization(app)
  const admin = app.as('admin')
  const id = await addUser(admin, { email: 'a@acme.com', roles: ['admin'] })
  const first = await signIn(app, 'a@acme.com')
  expect((await first.get('/auth/users')).status).toBe(200)
  await admin.put('/auth/users', { id, roles: ['employee'] })
  expect((await first.get('/auth/users')).status).toBe(403)
  await admin.put('/auth/users', { id, password: 'Another-123' })
  expect((await first.get('/auth/profile')).status).toBe(401)
  await expect(signIn(app, 'a@acme.com')).rejects.toThrow('401')
  const second = await signIn(app, 'a@acme.com', { password: 'Another-123' })
  await admin.put('/auth/users', { id, organizationId: branch })
  expect((await second.get('/auth/profile')).status).toBe(401)
  const third = await signIn(app, 'a@acme.com', { password: 'Another-123' })
  await admin.del(`/auth/users?id=${id}`)
  expect((await third.get('/auth/profile')).status).toBe(401)
})

test('an account that moved to another tenant moves back by undo, with the addresses and links of its person', async () => {
  await using app = await authApp({ modules: [auditLogs] })
  const admin = superAdminOf(app)
  const id = await addUser(admin, { email: 'moving@acme.com' })
  await app.anonymous.post('/auth/reset', urlEncoded({ email: 'moving@acme.com' }))
  await deliverMails(app)
  const link = linkToken(app)
  await app.sql(`insert into confirmed_addresses (id, tenant_id, user_id, email)
    values (gen_random_uuid(), '${tenantA.id}', '${id}', 'moving@acme.com')`)
  expect(link).toMatch(/^[0-9a-f]+$/)
  const moved = await admin.put('/auth/users', { id, organizationId: tenantB.organization })
  expect(moved.status).toBe(200)
  const there = await signIn(app, 'moving@acme.com')
  const places = () =>
    app.sql(`select 'users' as table, tenant_id as tenant from users where id = '${id}'
      union all select 'confirmed_addresses', tenant_id from confirmed_addresses where user_id = '${id}'
      union all select 'password_tokens', tenant_id from password_tokens where user_id = '${id}'
      union all select 'sessions', tenant_id from sessions where user_id = '${id}' order by 1`)
  const inTenant = (tenant: string, ...tables: string[]) => tables.map((table) => ({ table, tenant }))
  const carried = ['confirmed_addresses', 'password_tokens'] as const
  expect(await places()).toEqual(inTenant(tenantB.id, ...carried, 'sessions', 'users'))
  const undone = await admin.post('/audit_logs/audit-logs/actions/undo', { undoToken: moved.operation!.undoToken })
  expect([undone.status, undone.body.error]).toEqual([200, undefined])
  expect(await places()).toEqual(inTenant(tenantA.id, ...carried, 'users'))
  expect((await there.get('/auth/profile')).status).toBe(401)
  const redone = await admin.post('/audit_logs/audit-logs/actions/redo', { logId: undone.body.logId })
  expect([redone.status, redone.body.error]).toEqual([200, undefined])
  expect(await places()).toEqual(inTenant(tenantB.id, ...carried, 'users'))
})

test('DELETE takes the id from the query or the body', async () => {
  await using app = await authApp()
  const admin = app.as('admin')
  const [first, second] = [await addUser(admin, { roles: ['employee'] }), await addUser(admin)]
  await superAdminOf(app).put('/auth/users/acl', { userId: first, features: ['auth.users.list'] })
  const deleted = await admin.del(`/auth/users?id=${first}`)
  expect(deleted).toMatchObject({ status: 200, body: { ok: true } })
  expect(deleted.operation).toMatchObject({ commandId: 'auth.users.delete', resourceId: first })
  expect(await admin.del(`/auth/users?id=${first}`, { id: second })).toMatchObject({ status: 200 })
  expect(await app.sql('select from user_acls')).toEqual([])
  expect(await admin.del('/auth/users')).toMatchObject({ status: 400, body: { error: 'User id required' } })
  expect(await admin.del(`/auth/users?id=${first}`)).toMatchObject({ status: 404, body: { error: 'User not found' } })
  const changes = await app.sql('select distinct table_name from plinth.changes where after is null order by 1')
  expect(changes).toEqual([{ table_name: 'user_acls' }, { table_name: 'user_roles' }, { table_name: 'users' }])
})

test('nobody deletes themselves or, without being one, a super administrator', async () => {
  await using app = await authApp()
  const admin = await signIn(app, 'admin@acme.com')
  expect(await admin.del(`/auth/users?id=${await idOf(app, 'admin@acme.com')}`)).toMatchObject({
    status: 400,
    body: { error: 'You cannot delete your own account.' },
  })
  const superadmin = await idOf(app, 'superadmin@acme.com')
  expect((await admin.del(`/auth/users?id=${superadmin}`)).status).toBe(403)
  expect(await superAdminOf(app).del(`/auth/users?id=${superadmin}`)).toMatchObject({
    status: 400,
    body: { error: 'At least one super administrator must remain.' },
  })
})

test('the credentials of somebody with more rights are out of reach', async () => {
  await using app = await authApp()
  const id = await idOf(app, 'superadmin@acme.com')
  for (const change of [{ password: 'Another-123' }, { email: 'x@acme.com' }, { roles: [] }]) {
    expect((await app.as('admin').put('/auth/users', { id, ...change })).status).toBe(403)
  }
  const admin = await idOf(app, 'admin@acme.com')
  const clerk = app.as({ features: ['auth.users.edit'] })
  expect((await clerk.put('/auth/users', { id: admin, password: 'Another-123' })).status).toBe(403)
  expect((await clerk.put('/auth/users', { id: admin, name: 'Admin' })).status).toBe(200)
  expect((await signIn(app, 'admin@acme.com')).answer.status).toBe(200)
})

test('without a login or the feature nothing is answered', async () => {
  await using app = await authApp()
  const poor = app.as({ features: [] })
  const calls = [
    ['GET', 'auth.users.list'],
    ['POST', 'auth.users.create'],
    ['PUT', 'auth.users.edit'],
    ['DELETE', 'auth.users.delete'],
  ] as const
  for (const [method, feature] of calls) {
    expect((await app.anonymous.send(method, '/auth/users')).body).toEqual({ error: 'Unauthorized' })
    expect(await poor.send(method, '/auth/users')).toMatchObject({
      status: 403,
      body: { error: 'Forbidden', requiredFeatures: [feature] },
    })
  }
  expect((await adminOf(app).post('/auth/users', { ...fresh, tenantId: tenantB.id })).body).toEqual({
    error: 'Not authorized to target this tenant.',
  })
})

test('an id names one role, whatever another one is called', async () => {
  await using app = await authApp()
  const admin = superAdminOf(app)
  const clerk = await addRole(admin, 'Clerk')
  await addRole(admin, clerk)
  const id = await addUser(admin, { roles: [clerk] })
  const { items } = (await admin.get(`/auth/users?id=${id}`)).body
  expect(items[0].roles).toEqual(['Clerk'])
})
