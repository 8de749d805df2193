import { accessExplanations } from '@plinth/auth'
import { expect, test } from 'vitest'
import { authApp } from './_accounts.ts'
import { addOrganization, adminOf, addUser, idOf, nobody, superAdminOf, tenantA, tenantB } from './_people.ts'

test('a feature check tells which of the features are granted, in the order of the question', async () => {
  await using app = await authApp()
  const userId = crypto.randomUUID()
  const clerk = app.as({ userId, features: ['auth.users.*', 'auth.roles.list'] })
  const check = async (body: unknown) => (await clerk.post('/auth/feature-check', JSON.stringify(body))).body
  const asked = ['auth.roles.list', 'shop.view', 'auth.users.edit', 'auth.users.*', 'auth.users', 'auth.*']
  const granted = ['auth.roles.list', 'auth.users.edit', 'auth.users.*', 'auth.users']
  const unknownFeatures = ['shop.view', 'auth.users']
  expect(await check({ features: asked })).toEqual({ ok: false, granted, userId, unknownFeatures })
  expect(await check({ features: granted })).toEqual({ ok: true, granted, userId, unknownFeatures: ['auth.users'] })
  for (const body of [{}, { features: [] }, { features: 'auth.*' }, { features: [1] }, [], 'x']) {
    expect(await check(body)).toEqual({ ok: true, granted: [], userId })
  }
  expect(await check(null)).toMatchObject({ error: 'Invalid input' })
  const before = app.queries()
  await check({ features: asked })
  expect(app.queries()).toBe(before)
  expect((await superAdminOf(app).post('/auth/feature-check', { features: ['x.y'] })).body.granted).toEqual(['x.y'])
  const key = await app.as({ kind: 'api_key', userId, features: ['auth.*'] }).post('/auth/feature-check', {
    features: ['auth.users.list'],
  })
  expect(key.body).toEqual({ ok: true, granted: ['auth.users.list'], userId: `api_key:${userId}` })
  expect((await app.anonymous.post('/auth/feature-check', { features: [] })).status).toBe(401)
})

test('the catalogue names every feature of every module', async () => {
  await using app = await authApp()
  const { status, body } = await adminOf(app).get('/auth/features')
  expect(status).toBe(200)
  expect(body.items).toContainEqual({ id: 'auth.users.list', title: 'List users', module: 'auth' })
  const keys = body.items.map(({ module, id }: { module: string; id: string }) => `${module} ${id}`)
  expect(keys).toEqual(keys.toSorted())
  expect(body.modules).toEqual(
    expect.arrayContaining([
      { id: 'directory', title: 'Directory (Tenants & Organizations)' },
      { id: 'auth', title: 'Authentication & Accounts' },
    ]),
  )
  expect((await app.as({ features: ['auth.users.list'] }).get('/auth/features')).status).toBe(403)
  expect((await app.anonymous.get('/auth/features')).status).toBe(401)
})

test('access is explained, for allow and deny', async () => {
  await using app = await authApp()
  const branch = await addOrganization(app, 'Beside', null)
  const boss = superAdminOf(app)
  const userId = await addUser(boss, { email: 'clerk@acme.com', roles: ['admin'] })
  const ask = (feature: string, id = userId, organizationId: string | null = tenantA.organization) =>
    app.platform.actAs({ actor: 'platform', reason: 'test', scope: { tenantId: tenantA.id } }, ({ inject }) =>
      inject(accessExplanations).of({ userId: id, feature, organizationId }),
    )
  expect(await ask('auth.users.list')).toMatchObject({
    isAllowed: true,
    reason: 'granted',
    sentence: 'Allowed: "auth.users.list" is granted by "auth.*" of role "admin".',
  })
  expect(await ask('shop.view')).toMatchObject({ isAllowed: false, reason: 'missing_feature' })
  await boss.put('/auth/users/acl', { userId, features: ['auth.roles.list'], organizations: [branch] })
  expect(await ask('auth.users.list')).toMatchObject({ isAllowed: false, reason: 'missing_feature', replaced: [{}] })
  expect(await ask('auth.roles.list')).toMatchObject({ isAllowed: false, reason: 'organization_excluded' })
  expect(await ask('auth.roles.list', userId, branch)).toMatchObject({ isAllowed: true })
  expect(await ask('x.y', await idOf(app, 'superadmin@acme.com'))).toMatchObject({ reason: 'super_admin' })
  expect(await ask('x.y', nobody)).toBeNull()
  expect(await ask('x.y', await idOf(app, 'other@acme.com', tenantB.id))).toBeNull()
})
