import { tenantA, tenantB } from '@plinth/testing'
import { expect, test } from 'vitest'
import { urlEncoded, signIn, withHeaders } from '../auth/_accounts.ts'
import { addOrganization, addRole, addUser, idOf, roleOf } from '../auth/_people.ts'
import { addKey, granted, keysApp, withKey } from './_keys.ts'

const PATH = '/api_keys/keys'
const asked = ['auth.users.list', 'auth.roles.list', 'api_keys.view']

test('nobody makes a key that may do more than they may', async () => {
  await using app = await keysApp()
  const root = await signIn(app, 'superadmin@acme.com')
  const maker = await addRole(root, 'maker', { features: ['api_keys.*', 'auth.users.list'] })
  await addUser(root, { email: 'maker@acme.com', roles: [maker] })
  const client = await signIn(app, 'maker@acme.com')
  const refusal = await client.post(PATH, { name: 'x', roles: ['admin'] })
  expect(refusal).toMatchObject({ status: 403, body: { missingFeatures: expect.arrayContaining(['auth.*']) } })
  for (const roles of [['superadmin'], [maker, 'superadmin']])
    expect((await client.post(PATH, { name: 'x', roles })).status).toBe(403)
  expect((await (await signIn(app, 'admin@acme.com')).post(PATH, { name: 'x', roles: ['superadmin'] })).status).toBe(
    403,
  )
  const { secret } = await addKey(client, { roles: ['maker'] })
  expect(await granted(withKey(app, secret), asked)).toEqual(['auth.users.list', 'api_keys.view'])
  expect(await app.sql('select from api_keys')).toHaveLength(1)
})

test('demoting the creator narrows the key with the next request, promoting gives back', async () => {
  await using app = await keysApp()
  const root = await signIn(app, 'superadmin@acme.com')
  const { secret } = await addKey(await signIn(app, 'admin@acme.com'), { roles: ['admin'] })
  const key = withKey(app, secret)
  expect(await granted(key, asked)).toEqual(asked)
  const id = await idOf(app, 'admin@acme.com')
  await root.put('/auth/users/acl', { userId: id, features: ['auth.users.list'] })
  expect(await granted(key, asked)).toEqual(['auth.users.list'])
  await root.put('/auth/users/acl', { userId: id, features: ['auth.*'] })
  expect(await granted(key, asked)).toEqual(['auth.users.list', 'auth.roles.list'])
  await root.put('/auth/roles/acl', { roleId: await roleOf(app, 'admin'), features: ['auth.roles.list'] })
  expect(await granted(key, asked)).toEqual(['auth.roles.list'])
  await root.put('/auth/users', { id, roles: [] })
  expect(await granted(key, asked)).toEqual(['auth.roles.list'])
  await root.del(`/auth/users?id=${id}`)
  expect(await granted(key, asked)).toBe(401)
})

test('a key works for the organization it was made for, whatever its creator’s home, and for no other', async () => {
  await using app = await keysApp()
  const branch = await addOrganization(app)
  const root = await signIn(app, 'superadmin@acme.com')
  await addUser(root, { email: 'branch@acme.com', organizationId: branch })
  const admin = await signIn(app, 'admin@acme.com')
  const { secret, organizationId } = await addKey(admin, { organizationId: branch, roles: ['admin'] })
  expect(organizationId).toBe(branch)
  const emailsOf = async (headers = {}) =>
    (await withKey(app, secret, headers).get('/auth/users')).body.items.map(({ email }: { email: string }) => email)
  expect(await emailsOf()).toEqual(['branch@acme.com'])
  for (const chosen of [tenantA.organization, '__all__', tenantB.organization, branch])
    expect(await emailsOf({ cookie: `om_selected_org=${chosen}` })).toEqual(['branch@acme.com'])
  const id = await idOf(app, 'admin@acme.com')
  await root.put('/auth/users/acl', { userId: id, features: ['*'], organizations: [tenantA.organization] })
  expect(await emailsOf()).toEqual(['branch@acme.com'])
  await app.sql('update organizations set parent_id = null where id = $1', [branch])
  await root.put('/directory/organizations', { id: tenantA.organization, name: 'Changed' })
  expect((await withKey(app, secret).get('/auth/users')).status).toBe(401)
})

test('whoever is confined to some organizations makes keys for those only', async () => {
  await using app = await keysApp()
  const branch = await addOrganization(app, 'Branch', null)
  const confined = app.as({ features: ['api_keys.*'], organizationIds: [branch] })
  const refused = { status: 403, body: { error: 'Organization out of scope' } }
  expect(await confined.post(PATH, { name: 'x', organizationId: tenantA.organization })).toMatchObject(refused)
  expect(await confined.post(PATH, { name: 'x', organizationId: tenantB.organization })).toMatchObject(refused)
  const homeless = app.as({ features: ['api_keys.*'], organizationIds: [branch], organizationId: null })
  expect(await homeless.post(PATH, { name: 'x' })).toMatchObject(refused)
  expect((await addKey(confined)).organizationId).toBe(branch)
  const wide = await addKey(app.as({ features: ['api_keys.*'], organizationId: null }), { name: 'Wide' })
  expect(wide.organizationId).toBe(null)
  const { body } = await confined.get(PATH)
  expect(body.items.map(({ name }: { name: string }) => name)).toEqual(['Key'])
  expect(await confined.del(`${PATH}?id=${wide.id}`)).toMatchObject({ status: 404 })
})

test('a super admin makes a key for another tenant, which works there and dies with the flag', async () => {
  await using app = await keysApp()
  const root = await signIn(app, 'superadmin@acme.com')
  const made = await root.post(PATH, { name: 'x', tenantId: tenantB.id, roles: ['admin'] })
  expect(made).toMatchObject({ status: 201, body: { tenantId: tenantB.id, organizationId: null } })
  expect(await app.sql('select tenant_id from api_keys')).toEqual([{ tenant_id: tenantB.id }])
  const key = withKey(app, made.body.secret)
  const { body } = await key.get('/auth/users')
  expect(body.items.map(({ email }: { email: string }) => email)).toEqual(['other@acme.com', 'twin@acme.com'])
  expect((await key.get(`/auth/users?tenantId=${tenantA.id}`)).status).toBe(403)
  expect((await root.get(PATH)).body.total).toBe(0)
  const admin = await signIn(app, 'admin@acme.com')
  expect(await admin.post(PATH, { name: 'x', tenantId: tenantB.id })).toMatchObject({
    status: 403,
    body: { error: 'Not authorized to target this tenant.' },
  })
  await addUser(root, { email: 'root2@acme.com', roles: ['superadmin'] })
  const other = await signIn(app, 'root2@acme.com')
  expect((await other.put('/auth/users', { id: await idOf(app, 'superadmin@acme.com'), roles: [] })).status).toBe(200)
  expect((await key.get('/auth/users')).status).toBe(401)
})

test('a key makes keys in the name of its creator, within its own rights, and cannot take over its creator', async () => {
  await using app = await keysApp()
  const root = await signIn(app, 'superadmin@acme.com')
  await addRole(root, 'maker', { features: ['api_keys.*', 'auth.users.edit'] })
  const { secret } = await addKey(await signIn(app, 'admin@acme.com'), { roles: ['maker'] })
  const key = withKey(app, secret)
  const child = await addKey(key, { roles: ['maker'] })
  expect(await granted(withKey(app, child.secret), asked)).toEqual(['api_keys.view'])
  expect((await key.post(PATH, { name: 'x', roles: ['admin'] })).status).toBe(403)
  const id = await idOf(app, 'admin@acme.com')
  expect((await key.put('/auth/users', { id, password: 'Stolen-123' })).status).toBe(403)
  expect((await key.put('/auth/users', { id, email: 'thief@acme.com' })).status).toBe(403)
  expect((await key.put('/auth/profile', { email: 'thief@acme.com' })).status).toBe(400)
  await root.del(`/auth/users?id=${id}`)
  expect(await granted(withKey(app, child.secret), asked)).toBe(401)
})

test('inactive places end a key', async () => {
  await using app = await keysApp()
  const branch = await addOrganization(app)
  const root = await signIn(app, 'superadmin@acme.com')
  const { secret } = await addKey(await signIn(app, 'admin@acme.com'), { organizationId: branch })
  expect(await granted(withKey(app, secret), asked)).toEqual([])
  await root.put('/directory/organizations', { id: branch, isActive: false })
  expect(await granted(withKey(app, secret), asked)).toBe(401)
  await root.put('/directory/organizations', { id: branch, isActive: true })
  expect(await granted(withKey(app, secret), asked)).toEqual([])
  const other = await addKey(await signIn(app, 'other@acme.com'))
  expect(await granted(withKey(app, other.secret), asked)).toEqual([])
  expect((await root.put('/directory/tenants', { id: tenantB.id, isActive: false })).status).toBe(200)
  expect(await granted(withKey(app, other.secret), asked)).toBe(401)
})

test('a renamed role keeps its key, a deleted one is named no more', async () => {
  await using app = await keysApp()
  const root = await signIn(app, 'superadmin@acme.com')
  const roleId = await addRole(root, 'passing', { features: ['auth.users.list'] })
  const { secret } = await addKey(root, { roles: [roleId] })
  expect(await granted(withKey(app, secret), asked)).toEqual(['auth.users.list'])
  await root.del(`/auth/roles?id=${roleId}`)
  expect(await granted(withKey(app, secret), asked)).toEqual([])
  expect((await root.get(PATH)).body.items[0].roles).toEqual([{ id: roleId, name: null }])
  const login = await app.anonymous.post('/auth/login', urlEncoded({ email: 'admin@acme.com', password: 'Secret-123' }))
  expect((await withHeaders(app, { authorization: `ApiKey ${login.body.token}` }).get(PATH)).status).toBe(401)
})
