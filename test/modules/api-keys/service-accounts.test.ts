import { addServiceAccount, addServiceKey } from '@plinth/api-keys/testing'
import { addAccount, addRole, superAdminOf } from '@plinth/auth/testing'
import { tenantA, tenantB, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { bearer, signIn, urlEncoded, withHeaders } from '../auth/_accounts.ts'
import { granted, keysApp, withKey } from './_keys.ts'

const reader = (app: TestPlatform) =>
  addRole(superAdminOf(app), `Reader ${crypto.randomUUID()}`, { features: ['auth.users.list'] })

const obtain = (app: TestPlatform, { id, secret }: { id: string; secret: string }, more: Record<string, string> = {}) =>
  app.anonymous.post(
    '/oauth/token',
    urlEncoded({ grant_type: 'client_credentials', client_id: id, client_secret: secret, ...more }),
  )

test('a key of a service account has the rights of its roles, and outlives whoever created it', async () => {
  await using app = await keysApp()
  const role = await reader(app)
  const maker = await addAccount(app, { features: ['api_keys.*', 'auth.users.list'] })
  const { id, secret } = await addServiceKey(app.as(maker), { roles: [role] })
  const program = withKey(app, secret)
  expect(await granted(program, ['auth.users.list', 'api_keys.view'])).toEqual(['auth.users.list'])
  expect((await superAdminOf(app).del(`/auth/users?id=${maker.userId}`)).status).toBe(200)
  expect(await granted(program, ['auth.users.list'])).toEqual(['auth.users.list'])
  expect((await program.post('/auth/feature-check', { features: [] })).body.userId).toBe(`api_key:${id}`)
  const { items } = (await app.as({ features: ['api_keys.*'] }).get('/api_keys/keys')).body
  expect(items).toMatchObject([{ name: 'Key', serviceAccount: { id } }])
})

test('client credentials yield a token of 15 minutes, by body or by header, narrowed to a scope', async () => {
  await using app = await keysApp()
  const owner = app.as({ features: ['api_keys.*', 'auth.*'] })
  const account = await addServiceKey(owner, { roles: [await reader(app)] })
  const answer = await obtain(app, account)
  expect(answer.body).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 900 })
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const program = bearer(app, answer.body.access_token)
  expect((await program.get('/auth/users')).status).toBe(200)
  const authorization = `Basic ${Buffer.from(`${account.id}:${account.secret}`).toString('base64')}`
  const basic = await withHeaders(app, { authorization }).post(
    '/oauth/token',
    urlEncoded({ grant_type: 'client_credentials' }),
  )
  expect(basic.status).toBe(200)
  const narrow = await obtain(app, account, { scope: 'auth.users.list' })
  expect(narrow.body.scope).toBe('auth.users.list')
  expect(await obtain(app, account, { scope: 'auth.users.edit' })).toMatchObject({
    status: 400,
    body: { error: 'invalid_scope' },
  })
  app.clock.advance(901_000)
  expect((await program.get('/auth/users')).status).toBe(401)
})

test('errors are those of the standard, and tell nothing about what exists', async () => {
  await using app = await keysApp()
  const account = await addServiceKey(app.as({ features: ['api_keys.*'] }))
  const other = await addServiceKey(app.as({ features: ['api_keys.*'] }))
  const invalid = { status: 401, body: { error: 'invalid_client' } }
  expect(await obtain(app, { ...account, secret: other.secret })).toMatchObject(invalid)
  expect(await obtain(app, { ...account, id: crypto.randomUUID() })).toMatchObject(invalid)
  expect(await obtain(app, { ...account, secret: 'x' })).toMatchObject(invalid)
  expect(await obtain(app, account, { grant_type: 'password' })).toMatchObject({
    status: 400,
    body: { error: 'unsupported_grant_type' },
  })
  expect(await app.anonymous.post('/oauth/token', urlEncoded({}))).toMatchObject({
    status: 400,
    body: { error: 'invalid_request' },
  })
})

test('a token ends with its key, with its account, and on the next request', async () => {
  await using app = await keysApp()
  const owner = app.as({ features: ['api_keys.*', 'auth.*'] })
  const role = await reader(app)
  for (const end of [
    (one: { id: string; keyId: string }) => owner.del(`/api_keys/keys?id=${one.keyId}`),
    (one: { id: string; keyId: string }) => owner.put('/api_keys/service-accounts', { id: one.id, isActive: false }),
    (one: { id: string; keyId: string }) => owner.del(`/api_keys/service-accounts?id=${one.id}`),
  ]) {
    const account = await addServiceKey(owner, { roles: [role] })
    const program = bearer(app, (await obtain(app, account)).body.access_token)
    expect((await program.get('/auth/users')).status).toBe(200)
    expect((await end(account)).status).toBe(200)
    expect((await program.get('/auth/users')).status).toBe(401)
    expect(await granted(withKey(app, account.secret), [])).toBe(401)
  }
})

test('a token of a service account is not one of a person, and the other way round', async () => {
  await using app = await keysApp()
  const account = await addServiceKey(app.as({ features: ['api_keys.*'] }))
  const { access_token: token } = (await obtain(app, account)).body
  const [head, payload, signature] = token.split('.')
  const forged = Buffer.from(JSON.stringify({ ...JSON.parse(atob(payload)), sub: crypto.randomUUID() }))
  expect((await bearer(app, `${head}.${forged.toString('base64url')}.${signature}`).get('/auth/factors')).status).toBe(
    401,
  )
  const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')
  expect((await bearer(app, `${none}.${payload}.`).get('/auth/factors')).status).toBe(401)
  expect((await bearer(app, token).get('/auth/profile')).status).toBe(400)
})

test('nobody gives a service account more than they hold, nor a key of one that has more', async () => {
  await using app = await keysApp()
  const role = await reader(app)
  const weak = app.as({ features: ['api_keys.*'] })
  expect((await weak.post('/api_keys/service-accounts', { name: 'Strong', roles: [role] })).status).toBe(403)
  const strong = await addServiceAccount(app.as({ features: ['api_keys.*', 'auth.*'] }), { roles: [role] })
  expect((await weak.post('/api_keys/service-accounts/keys', { serviceAccountId: strong, name: 'K' })).status).toBe(403)
  expect((await weak.del(`/api_keys/service-accounts?id=${strong}`)).status).toBe(403)
  expect((await weak.put('/api_keys/service-accounts', { id: strong, isActive: false })).status).toBe(403)
  const foreign = app.as({ features: ['*'], tenantId: tenantB.id })
  expect((await foreign.put('/api_keys/service-accounts', { id: strong, isActive: false })).status).toBe(404)
  const confined = app.as({ features: ['*'], organizationIds: [tenantA.otherOrganization] })
  expect((await confined.put('/api_keys/service-accounts', { id: strong, isActive: false })).status).toBe(404)
})

test('whoever may see all organizations sees the accounts of all, whichever is selected', async () => {
  await using app = await keysApp()
  const all = app.as({ features: ['*'] })
  const { id, keyId } = await addServiceKey(all)
  const selecting = await signIn(app, 'admin@acme.com')
  expect((await selecting.get('/api_keys/service-accounts')).body.items).toMatchObject([{ id, organizationId: null }])
  expect((await selecting.get('/api_keys/keys')).body.items).toMatchObject([{ id: keyId, serviceAccount: { id } }])
  const key = { serviceAccountId: id, name: 'Second' }
  expect((await selecting.post('/api_keys/service-accounts/keys', key)).status).toBe(201)
  const confined = app.as({ features: ['*'], organizationIds: [tenantA.organization] })
  for (const path of ['/api_keys/service-accounts', '/api_keys/keys'])
    expect((await confined.get(path)).body.items).toEqual([])
  expect((await confined.post('/api_keys/service-accounts/keys', key)).status).toBe(404)
})

test('a service account makes no keys, and is never a super admin', async () => {
  await using app = await keysApp()
  const flagged = await addRole(superAdminOf(app), `Flagged ${crypto.randomUUID()}`, {
    isSuperAdmin: true,
    features: ['api_keys.*'],
  })
  const { secret } = await addServiceKey(superAdminOf(app), { roles: [flagged] })
  const program = withKey(app, secret)
  expect(await granted(program, ['api_keys.create', 'directory.tenants.list'])).toEqual(['api_keys.create'])
  expect((await program.post('/api_keys/keys', { name: 'Left behind' })).status).toBe(403)
  const account = await addServiceAccount(superAdminOf(app))
  expect((await program.post('/api_keys/service-accounts/keys', { serviceAccountId: account, name: 'K' })).status).toBe(
    403,
  )
})

test('undo of what was done to a service account asks for the same rights', async () => {
  await using app = await keysApp()
  const owner = { features: ['api_keys.*', 'auth.*', 'audit_logs.*'] }
  const account = await addServiceKey(app.as(owner), { roles: [await reader(app)] })
  const gone = await app.as(owner).del(`/api_keys/service-accounts?id=${account.id}`)
  const undo = (who: object) =>
    app.as(who).post('/audit_logs/audit-logs/actions/undo', { undoToken: gone.operation!.undoToken })
  expect((await undo({ features: ['api_keys.*', 'audit_logs.*'] })).status).toBe(403)
  expect((await undo(owner)).status).toBe(200)
  expect(await granted(withKey(app, account.secret), ['auth.users.list'])).toEqual(['auth.users.list'])
})

test('tokens are limited by address', async () => {
  await using app = await keysApp({ rateLimits: { overrides: { 'oauth-token': { points: 2 } } } })
  const ask = () => app.anonymous.post('/oauth/token', urlEncoded({ grant_type: 'x' }))
  expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([400, 400, 429])
})
