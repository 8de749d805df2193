import { apiKeys } from '@plinth/api-keys'
import { auth } from '@plinth/auth'
import { createPlatform, type Platform } from '@plinth/core'
import type { TestResponse, Client, TestPlatform } from '@plinth/testing'
import { directory } from '@plinth/directory'
import { expect, test } from 'vitest'
import { signIn } from '../auth/_accounts.ts'
import { addKey, granted, keysApp, noticesHeard, withKey } from './_keys.ts'

const undo = (client: Client, answer: TestResponse) =>
  client.post('/audit_logs/audit-logs/actions/undo', { undoToken: answer.operation?.undoToken })

test('undoing a creation revokes the key, undoing a deletion gives it back', async () => {
  await using app = await keysApp()
  const admin = await signIn(app, 'admin@acme.com')
  const made = await admin.post('/api_keys/keys', { name: 'x', roles: ['admin'] })
  const key = withKey(app, made.body.secret)
  const status = async () => (await key.get('/auth/users')).status
  expect(await status()).toBe(200)
  const undone = await undo(admin, made)
  expect([undone.status, await status()]).toEqual([200, 401])
  const logId = undone.body.logId
  expect((await admin.post('/audit_logs/audit-logs/actions/redo', { logId })).status).toBe(200)
  expect(await status()).toBe(200)
  const removed = await admin.del(`/api_keys/keys?id=${made.body.id}`)
  expect(await status()).toBe(401)
  expect([(await undo(admin, removed)).status, await status()]).toEqual([200, 200])
})

test('a key is replaced by one like it, at once or later, and one undo takes both back', async () => {
  await using app = await keysApp()
  const admin = await signIn(app, 'admin@acme.com')
  const status = async (secret: string) => (await withKey(app, secret).get('/auth/users')).status
  const first = await addKey(admin, { name: 'Nightly', description: 'Exports', roles: ['admin'] })
  const rotate = (client: Client, body: object) => client.post('/api_keys/keys/rotate', body)
  const second = await rotate(admin, { id: first.id })
  expect([second.status, second.body.name]).toEqual([200, 'Nightly'])
  expect([await status(first.secret), await status(second.body.secret)]).toEqual([401, 200])
  const { items } = (await admin.get('/api_keys/keys')).body
  expect(items.find(({ id }: { id: string }) => id === second.body.id)).toMatchObject({
    description: 'Exports',
    roles: [{ name: 'admin' }],
    expiresAt: null,
  })
  await undo(admin, second)
  expect([await status(first.secret), await status(second.body.secret)]).toEqual([200, 401])

  const third = await rotate(admin, { id: first.id, keepHours: 24 })
  expect([await status(first.secret), await status(third.body.secret)]).toEqual([200, 200])
  app.clock.advance(25 * 3_600_000)
  const later = await signIn(app, 'admin@acme.com')
  expect([await status(first.secret), await status(third.body.secret)]).toEqual([401, 200])
  expect((await rotate(later, { id: first.id })).status).toBe(403)
  expect((await rotate(later, { id: third.body.id, keepHours: 169 })).status).toBe(400)
  // It acts for whoever made it.
  const other = await signIn(app, 'superadmin@acme.com')
  expect((await rotate(other, { id: third.body.id })).status).toBe(403)
  expect((await rotate(withKey(app, third.body.secret), { id: third.body.id })).status).toBe(403)
})

/** Another host on the same database. */
async function openHost(app: TestPlatform): Promise<Platform> {
  const host = await createPlatform({
    modules: [directory, auth({ secret: 'another secret for tokens, long enough' }), apiKeys],
    database: { ...app.database, poolSize: 2 },
    secret: 'a secret that no production platform has',
    rateLimits: { enabled: false },
    now: () => app.clock.now,
  })
  await host.start({ workers: false })
  return host
}

test('a key that one host revokes is refused by the others within 100 ms', async () => {
  await using app = await keysApp()
  await using host = await openHost(app)
  const admin = await signIn(app, 'admin@acme.com')
  const ask = async (secret: string) =>
    (await host.fetch(new Request('http://localhost/auth/users', { headers: { 'x-api-key': secret } }))).status
  const { id, secret } = await addKey(admin, { roles: ['admin'] })
  expect(await ask(secret)).toBe(200)
  await admin.del(`/api_keys/keys?id=${id}`)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await ask(secret)).toBe(401)
})

test('who tries many keys is refused for a minute, and good keys in memory go on', async () => {
  await using app = await keysApp({ rateLimits: {} })
  const admin = await signIn(app, 'admin@acme.com')
  const { secret } = await addKey(admin, { roles: ['admin'] })
  await noticesHeard()
  expect((await withKey(app, secret).get('/auth/users')).status).toBe(200)
  const wrong = (index: number) => (index % 2 ? `omk_${String(index).padStart(8, '0')}.${'a'.repeat(48)}` : `x${index}`)
  const statuses: number[] = []
  for (let index = 0; index < 30; index++) statuses.push((await withKey(app, wrong(index)).get('/auth/users')).status)
  expect(new Set(statuses)).toEqual(new Set([401]))
  const limited = await withKey(app, wrong(31)).get('/auth/users')
  expect(limited).toMatchObject({ status: 429, body: { error: 'Too many requests. Please try again later.' } })
  expect(limited.headers.get('retry-after')).toBe('60')
  expect((await withKey(app, secret).get('/auth/users')).status).toBe(200)
  const unseen = await addKey(admin, { roles: ['admin'] })
  expect((await withKey(app, unseen.secret).get('/auth/users')).status).toBe(429)
})

const TELLS = /^(begin read write|insert into plinth\.invalidations|commit$)/

test('a key that is wrong by one character takes the statements that one out of nowhere takes', async () => {
  await using app = await keysApp()
  const { secret } = await addKey(await signIn(app, 'admin@acme.com'))
  const near = secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0')
  const statementsOf = async (key: string) => {
    // What the making of the key left behind is not of this request.
    await app.settled()
    const before = app.statements.length
    expect((await withKey(app, key).get('/auth/users')).status).toBe(401)
    // A moment after a write, other hosts are told that sums have changed; that is not of this request either.
    return app.statements.slice(before).filter((text) => !TELLS.test(text))
  }
  const known = await statementsOf(near)
  expect(await statementsOf(`omk_00000000.${'0'.repeat(48)}`)).toEqual(known)
})

test('keys made by a key end with its revocation, and never do more than it may (decision: Revocation boundary)', async () => {
  await using app = await keysApp()
  const admin = await signIn(app, 'admin@acme.com')
  const maker = await addKey(admin, { roles: ['admin'] })
  const made = await addKey(withKey(app, maker.secret), { roles: ['admin'] })
  const again = await addKey(withKey(app, made.secret), { roles: ['admin'] })
  const client = withKey(app, again.secret)
  expect(await granted(client, ['auth.users.list'])).toEqual(['auth.users.list'])
  expect((await admin.del(`/api_keys/keys?id=${maker.id}`)).status).toBe(200)
  expect(await granted(client, ['auth.users.list'])).toBe(401)
  expect(await granted(withKey(app, made.secret), ['auth.users.list'])).toBe(401)
})
