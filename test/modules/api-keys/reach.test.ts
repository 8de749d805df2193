import { tenantA, tenantB } from '@plinth/testing'
import { expect, test } from 'vitest'
import { signIn } from '../auth/_accounts.ts'
import { addOrganization, addUser, idOf } from '../auth/_people.ts'
import { addKey, keysApp, withKey } from './_keys.ts'

const PATH = '/api_keys/keys'

test('a key of an admin does what the admin may: it is at home in an organization, not confined to it (decision: API keys)', async () => {
  await using app = await keysApp()
  const branch = await addOrganization(app, 'Branch', null)
  const admin = await signIn(app, 'admin@acme.com')
  const { secret, organizationId } = await addKey(admin, { roles: ['admin'] })
  expect(organizationId).toBe(tenantA.organization)
  const key = withKey(app, secret)
  const user = { password: 'Secret-123', roles: ['employee'] }
  for (const [email, at] of [
    ['home@acme.com', tenantA.organization],
    ['branch@acme.com', branch],
  ])
    expect((await key.post('/auth/users', { ...user, email, organizationId: at })).status).toBe(201)
  expect((await key.post(PATH, { name: 'x', organizationId: branch })).status).toBe(201)

  const confined = withKey(app, (await addKey(admin, { organizationId: branch, roles: ['admin'] })).secret)
  const elsewhere = { ...user, email: 'third@acme.com', organizationId: tenantA.organization }
  expect(await confined.post('/auth/users', elsewhere)).toMatchObject({ status: 403 })
  expect((await confined.post('/auth/users', { ...elsewhere, organizationId: branch })).status).toBe(403)
  expect((await confined.post('/auth/users', { ...elsewhere, organizationId: branch, roles: [] })).status).toBe(201)
})

test('a key reaches what its creator does at the time of use, its home aside', async () => {
  await using app = await keysApp()
  const branch = await addOrganization(app, 'Branch', null)
  const root = await signIn(app, 'superadmin@acme.com')
  await addUser(root, { email: 'second@acme.com', roles: ['admin'] })
  const { secret } = await addKey(await signIn(app, 'second@acme.com'), { roles: ['admin'] })
  const key = withKey(app, secret, { cookie: `om_selected_org=${branch}` })
  expect((await key.get('/auth/profile')).status).not.toBe(401)
  const user = { email: 'a@acme.com', password: 'Secret-123', organizationId: branch }
  expect((await key.post('/auth/users', user)).status).toBe(201)
  const id = await idOf(app, 'second@acme.com')
  await root.put('/auth/users/acl', { userId: id, features: ['auth.*'], organizations: [tenantA.organization] })
  expect((await key.post('/auth/users', { ...user, email: 'b@acme.com' })).status).toBe(403)
  expect(
    (await key.post('/auth/users', { ...user, email: 'c@acme.com', organizationId: tenantA.organization })).status,
  ).toBe(201)
})

test('the key of a super admin names the tenant, as its creator does; one that is confined stays (decision: Super admins and tenants)', async () => {
  await using app = await keysApp()
  const root = await signIn(app, 'superadmin@acme.com')
  const wide = withKey(app, (await addKey(root, { roles: ['superadmin'] })).secret)
  const made = await wide.post(PATH, { name: 'There', tenantId: tenantB.id, roles: ['admin'] })
  expect(made).toMatchObject({ status: 201, body: { tenantId: tenantB.id } })
  expect((await withKey(app, made.body.secret).get('/auth/users')).status).toBe(200)
  const bound = await addKey(root, { roles: ['superadmin'], organizationId: tenantA.organization })
  expect((await withKey(app, bound.secret).get(`${PATH}?tenantId=${tenantB.id}`)).status).toBe(403)
})
