import { expect, test } from 'vitest'
import { authApp, signIn } from '../_accounts.ts'
import {
  addOrganization,
  adminOf,
  branchAdminOf,
  addUser,
  idOf,
  roleOf,
  superAdminOf,
  tenantA,
  tenantB,
} from '../_people.ts'

test('users and roles of another tenant do not exist', async () => {
  await using app = await authApp()
  const id = await idOf(app, 'other@acme.com', tenantB.id)
  const role = await roleOf(app, 'employee', tenantB.id)
  const digest = () =>
    app.sql(`select md5(string_agg(t::text, '' order by t::text)) from (
    select u::text as t from users u where tenant_id = '${tenantB.id}' union all
    select r::text from roles r where tenant_id = '${tenantB.id}' union all
    select a::text from role_acls a where tenant_id = '${tenantB.id}' union all
    select a::text from user_acls a where tenant_id = '${tenantB.id}') all_rows`)
  const before = await digest()
  for (const client of [adminOf(app), app.as({ kind: 'api_key', features: ['auth.*'] })]) {
    const statuses = [
      await client.put('/auth/users', { id, password: 'Another-123' }),
      await client.del(`/auth/users?id=${id}`),
      await client.put('/auth/roles', { id: role, name: 'Stolen' }),
      await client.del(`/auth/roles?id=${role}`),
      await client.put('/auth/roles/acl', { roleId: role, features: [] }),
    ].map(({ status }) => status)
    expect(statuses).toEqual([404, 404, 404, 404, 404])
    expect((await client.post('/auth/users', newUser({ roles: [role] }))).body.error).toMatch(/^Role\(s\) not found/)
    expect((await client.post('/auth/users', newUser({ organizationId: tenantB.organization }))).body.error).toBe(
      'Organization not found',
    )
  }
  expect(await digest()).toEqual(before)
})

test('a super administrator administers every tenant, in that tenant', async () => {
  await using app = await authApp()
  const boss = superAdminOf(app)
  const organizationId = tenantB.organization
  const created = await boss.post('/auth/users', newUser({ organizationId, roles: ['employee'] }))
  expect(created.status).toBe(201)
  const { id } = created.body
  const [role] = await app.sql('select tenant_id, role_id from user_roles where user_id = $1', [id])
  expect(role).toEqual({ tenant_id: tenantB.id, role_id: await roleOf(app, 'employee', tenantB.id) })
  expect(await boss.put('/auth/users', { id, name: 'Far' })).toMatchObject({ status: 200 })
  const deleted = await boss.del(`/auth/users?id=${id}`)
  expect(deleted.operation).toMatchObject({ commandId: 'auth.users.delete', resourceId: id })
  const log = await app.sql('select tenant_id from plinth.action_log where resource_id = $1', [id])
  expect(log).toEqual([{ tenant_id: tenantB.id }, { tenant_id: tenantB.id }, { tenant_id: tenantB.id }])
  const places = app.log.lines.filter(({ message }) => message === 'acting as').map(({ facts }) => facts['tenantId'])
  expect(places).toContain(tenantB.id)
})

test('a super administrator moves a user to another tenant; rights and logins stay behind', async () => {
  await using app = await authApp()
  const boss = superAdminOf(app)
  const id = await addUser(boss, { email: 'nomad@acme.com', roles: ['admin'] })
  await boss.put('/auth/users/acl', { userId: id, features: ['auth.*'] })
  await app.sql(
    `insert into confirmed_addresses (id, tenant_id, user_id, email) values ($1, $2, $1, 'nomad@acme.com')`,
    [id, tenantA.id],
  )
  const nomad = await signIn(app, 'nomad@acme.com')
  const moved = await boss.put('/auth/users', { id, organizationId: tenantB.organization, roles: ['employee'] })
  expect(moved).toMatchObject({ status: 200, body: { ok: true } })
  expect((await nomad.get('/auth/profile')).status).toBe(401)
  // That the address is theirs was proven, and no login would prove it again.
  expect(await app.sql('select tenant_id, email from confirmed_addresses where user_id = $1', [id])).toEqual([
    { tenant_id: tenantB.id, email: 'nomad@acme.com' },
  ])
  const again = await signIn(app, 'nomad@acme.com')
  expect((await again.get('/auth/profile')).body.roles).toEqual(['employee'])
  expect((await boss.get(`/auth/users?id=${id}`)).body.items[0]).toMatchObject({
    tenantId: tenantB.id,
    organizationId: tenantB.organization,
    roleIds: [await roleOf(app, 'employee', tenantB.id)],
  })
  expect((await boss.get(`/auth/users/acl?userId=${id}`)).body.hasCustomAcl).toBe(false)
  expect(
    (await boss.put('/auth/users', { id, organizationId: tenantA.organization, email: 'admin@acme.com' })).body,
  ).toMatchObject({
    fieldErrors: { email: 'Email already in use' },
  })
})

test('whoever is confined to an organization administers its users only', async () => {
  await using app = await authApp()
  const branch = await addOrganization(app)
  const admin = adminOf(app)
  const outside = await addUser(admin)
  const inside = await addUser(admin, { organizationId: branch })
  const confined = branchAdminOf(app)
  expect((await confined.put('/auth/users', { id: outside, name: 'x' })).status).toBe(404)
  expect((await confined.del(`/auth/users?id=${outside}`)).status).toBe(404)
  expect((await confined.put('/auth/users/acl', { userId: outside, features: [] })).status).toBe(400)
  expect((await confined.post('/auth/users', newUser({ organizationId: tenantA.organization }))).body.error).toBe(
    'Organization out of scope',
  )
  expect((await confined.put('/auth/users', { id: inside, organizationId: tenantA.organization })).status).toBe(403)
  expect((await confined.put('/auth/users', { id: inside, name: 'x' })).status).toBe(200)
  const created = await confined.post('/auth/users', newUser({ organizationId: branch }))
  expect(created.status).toBe(201)
  await admin.put('/auth/users/acl', { userId: outside, features: ['auth.users.list'] })
  expect((await confined.get(`/auth/users/acl?userId=${outside}`)).body.hasCustomAcl).toBe(false)
})

function newUser(fields: object) {
  return {
    email: `${crypto.randomUUID().slice(0, 8)}@acme.com`,
    password: 'Secret-123',
    organizationId: tenantA.organization,
    ...fields,
  }
}
