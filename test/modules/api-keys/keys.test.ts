import { tenantA } from '@plinth/testing'
import { expect, test } from 'vitest'
import { signIn, withHeaders } from '../auth/_accounts.ts'
import { addKey, keysApp, noticesHeard, withKey } from './_keys.ts'

const PATH = '/api_keys/keys'

test('a key is created, shown once, listed by its prefix, used with both headers, and deleted', async () => {
  await using app = await keysApp()
  const admin = await signIn(app, 'admin@acme.com')
  const made = await admin.post(PATH, { name: 'Reports', description: 'For the nightly run', roles: ['admin'] })
  expect(made.status).toBe(201)
  const { id, secret, keyPrefix } = made.body
  expect(secret).toMatch(/^omk_[0-9a-f]{8}\.[0-9a-f]{48}$/)
  expect(made.body).toEqual({
    id,
    secret,
    name: 'Reports',
    keyPrefix: secret.slice(0, 12),
    tenantId: tenantA.id,
    organizationId: tenantA.organization,
    roles: [{ id: expect.any(String), name: 'admin' }],
  })
  for (const search of ['repo', keyPrefix, keyPrefix.slice(3).toUpperCase()]) {
    const { body } = await admin.get(`${PATH}?search=${search}`)
    expect(body).toMatchObject({ total: 1, page: 1, pageSize: 20, totalPages: 1, items: [{ id, name: 'Reports' }] })
  }
  const { body: listed, text } = await admin.get(PATH)
  expect(listed.items[0]).toMatchObject({
    id,
    name: 'Reports',
    description: 'For the nightly run',
    keyPrefix,
    organizationId: tenantA.organization,
    organizationName: 'Acme',
    createdAt: expect.any(String),
    lastUsedAt: null,
    expiresAt: null,
    serviceAccount: null,
    roles: made.body.roles,
  })
  expect(text).not.toContain(secret.slice(13))
  const spellings: Record<string, string>[] = [
    { 'x-api-key': secret },
    { authorization: `ApiKey ${secret}` },
    { authorization: `apikey ${secret}` },
  ]
  for (const headers of spellings) expect((await withHeaders(app, headers).get('/auth/users')).status).toBe(200)
  expect((await withHeaders(app, { authorization: `Bearer ${secret}` }).get('/auth/users')).status).toBe(401)
  expect(await admin.del(`${PATH}?id=${id}`)).toMatchObject({ status: 200, body: { success: true } })
  expect((await withKey(app, secret).get('/auth/users')).status).toBe(401)
  expect((await admin.get(PATH)).body).toMatchObject({ items: [], total: 0, totalPages: 0 })
  expect(await admin.del(`${PATH}?id=${id}`)).toMatchObject({ status: 404, body: { error: 'Not found' } })
})

test('neither the database nor the log holds a secret', async () => {
  await using app = await keysApp()
  const { secret } = await addKey(await signIn(app, 'admin@acme.com'))
  const rows =
    await app.sql(`select (select json_agg(k) from api_keys k)::text || (select json_agg(c) from plinth.changes c)
    || (select json_agg(l) from plinth.action_log l) || (select coalesce(json_agg(s), '[]') from plinth.kept_secrets s) as all`)
  expect(rows[0]!['all']).not.toContain(secret.slice(13))
  const changes = await app.sql(`select after from plinth.changes where table_name = 'api_keys'`)
  expect(Object.keys(changes[0]!['after'])).not.toContain('key_hash')
  expect(JSON.stringify(app.log.at('info'))).not.toContain(secret.slice(13))
})

test('a key without roles is somebody who may do nothing', async () => {
  await using app = await keysApp()
  const { secret, roles } = await addKey(await signIn(app, 'admin@acme.com'))
  expect(roles).toEqual([])
  const key = withKey(app, secret)
  expect((await key.post('/auth/feature-check', { features: ['auth.users.list'] })).status).toBe(200)
  expect(await key.get('/auth/users')).toMatchObject({ status: 403, body: { requiredFeatures: ['auth.users.list'] } })
})

test('what is wrong with a key is said', async () => {
  await using app = await keysApp()
  const admin = await signIn(app, 'admin@acme.com')
  const foreign = (await app.sql(`select id from roles where tenant_id <> $1`, [tenantA.id]))[0]!['id']
  for (const [body, error] of [
    [{}, 'Invalid input'],
    ['{', 'Invalid input'],
    [{ name: 'x'.repeat(121) }, 'Invalid input'],
    [{ name: 'x', description: 'x'.repeat(1001) }, 'Invalid input'],
    [{ name: 'x', roles: null }, 'Invalid input'],
    [{ name: 'x', roles: [' '] }, 'Invalid input'],
    [{ name: 'x', expiresAt: 'someday' }, 'Invalid input'],
    [{ name: 'x', expiresAt: '2099-02-30' }, 'Invalid input'],
    [{ name: 'x', expiresAt: '+123456-01-01T00:00:00Z' }, 'Invalid input'],
    [{ name: 'x', expiresAt: '2020-01-01' }, 'The expiry date is in the past'],
    [{ name: 'x', roles: ['nobody'] }, 'Role nobody not found'],
    [{ name: 'x', roles: [foreign] }, `Role ${foreign} not found`],
  ] as const)
    expect(await admin.post(PATH, body)).toMatchObject({ status: 400, body: { error } })
  for (const expiresAt of [null, '', undefined])
    expect((await admin.post(PATH, { name: 'x', description: null, expiresAt })).status).toBe(201)
  for (const query of ['', '?id=x', '?id='])
    expect(await admin.del(PATH + query)).toMatchObject({ status: 400, body: { error: 'ID is required' } })
  expect((await admin.put(PATH, { name: 'x' })).status).toBe(404)
  expect((await (await signIn(app, 'employee@acme.com')).get(PATH)).status).toBe(403)
})

test('pages are newest first and never lose one', async () => {
  await using app = await keysApp()
  const admin = await signIn(app, 'admin@acme.com')
  for (let index = 0; index < 5; index++) {
    await addKey(admin, { name: `100%_${index}` })
    app.clock.advance(1000)
  }
  const namesOf = async (query: string) =>
    (await admin.get(`${PATH}?${query}`)).body.items.map(({ name }: { name: string }) => name)
  expect(await namesOf('pageSize=2')).toEqual(['100%_4', '100%_3'])
  expect(await namesOf('pageSize=2&page=3')).toEqual(['100%_0'])
  expect((await admin.get(`${PATH}?pageSize=2&page=9`)).body).toMatchObject({ items: [], total: 5, totalPages: 3 })
  expect(await namesOf('search=%25_3')).toEqual(['100%_3'])
  expect(await namesOf('search=0__')).toEqual([])
  for (const [asked, size] of [
    ['0', 20],
    ['x', 20],
    ['-3', 1],
    ['999', 200],
  ])
    expect((await admin.get(`${PATH}?page=x&pageSize=${asked}`)).body).toMatchObject({ page: 1, pageSize: size })
})

test('an expired key is none', async () => {
  await using app = await keysApp()
  const admin = await signIn(app, 'admin@acme.com')
  const expiresAt = new Date(app.clock.now.getTime() + 60_000).toISOString()
  const { secret } = await addKey(admin, { roles: ['admin'], expiresAt })
  const key = withKey(app, secret)
  expect((await key.get('/auth/users')).status).toBe(200)
  app.clock.advance(59_999)
  expect((await key.get('/auth/users')).status).toBe(200)
  app.clock.advance(1)
  expect((await key.get('/auth/users')).status).toBe(401)
})

test('a warm key is known without a query, and its last use is written behind the answer once a minute', async () => {
  await using app = await keysApp()
  const admin = await signIn(app, 'admin@acme.com')
  const { secret } = await addKey(admin)
  const key = withKey(app, secret)
  const check = () => key.post('/auth/feature-check', { features: [] })
  const lastUse = async () => (await admin.get(PATH)).body.items[0].lastUsedAt
  const first = app.clock.now.toISOString()
  await check()
  await app.settled()
  expect(await lastUse()).toBe(first)
  await noticesHeard()
  await check()
  app.clock.advance(59_000)
  await app.settled()
  const before = app.statements.length
  for (let call = 0; call < 20; call++) expect((await check()).status).toBe(200)
  await app.settled()
  expect(app.statements.slice(before)).toEqual([])
  expect(await lastUse()).toBe(first)
  app.clock.advance(1_000)
  await check()
  await app.settled()
  expect(await lastUse()).toBe(app.clock.now.toISOString())
  expect(await app.sql(`select from plinth.changes where table_name = 'api_key_uses'`)).toEqual([])
})

test('a stale login beside a good key does no harm', async () => {
  await using app = await keysApp()
  const admin = await signIn(app, 'admin@acme.com')
  const { secret } = await addKey(admin, { roles: ['admin'] })
  const { token } = await signIn(app, 'admin@acme.com')
  await withHeaders(app, { authorization: `Bearer ${token}` }).post('/auth/logout')
  const logins: Record<string, string>[] = [{ authorization: `Bearer ${token}` }, { cookie: `auth_token=${token}` }]
  for (const stale of logins) {
    expect((await withHeaders(app, stale).get('/auth/users')).status).toBe(401)
    expect((await withKey(app, secret, stale).get('/auth/users')).status).toBe(200)
  }
})
