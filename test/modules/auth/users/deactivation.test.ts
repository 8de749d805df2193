import { apiKeys } from '@plinth/api-keys'
import { PlatformError } from '@plinth/core'
import { type Client, revertLogged, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp, deliverMails, signIn, urlEncoded, withHeaders } from '../_accounts.ts'
import { addUser, adminOf, idOf, superAdminOf, tenantA } from '../_people.ts'

const openApp = () => authApp({ modules: [apiKeys] })
const listed = async (client: Client, query: string) => (await client.get(`/auth/users?${query}`)).body

async function revert(
  app: TestPlatform,
  caller: Parameters<typeof revertLogged>[1],
  attempt: Parameters<typeof revertLogged>[2],
) {
  return revertLogged(app, caller, attempt).then(
    () => 'done',
    (error: unknown) => (error instanceof PlatformError ? error.code : error),
  )
}

test('a deactivated account is out with the next request, its keys and links too, until it is active again', async () => {
  await using app = await openApp()
  const boss = superAdminOf(app)
  const id = await addUser(boss, { email: 'leaver@acme.com', roles: ['admin'] })
  const leaver = await signIn(app, 'leaver@acme.com', { remember: 'on' })
  const { secret } = (await leaver.post('/api_keys/keys', { name: 'Key', roles: ['admin'] })).body
  const key = withHeaders(app, { 'x-api-key': secret })
  expect([(await leaver.get('/auth/users')).status, (await key.get('/auth/users')).status]).toEqual([200, 200])

  const done = await boss.put('/auth/users', { id, isActive: false })
  expect(done).toMatchObject({ status: 200, body: { ok: true }, operation: { commandId: 'auth.users.update' } })
  expect([(await leaver.get('/auth/users')).status, (await key.get('/auth/users')).status]).toEqual([401, 401])
  const { refreshToken } = leaver
  expect((await app.anonymous.post('/auth/session/refresh', { refreshToken })).status).toBe(401)
  const answers = ['leaver@acme.com', 'nobody@acme.com'].map(async (email) => {
    const { status, text } = await app.anonymous.post('/auth/login', urlEncoded({ email, password: 'Secret-123' }))
    return { status, text }
  })
  const [known, unknown] = await Promise.all(answers)
  expect(known).toEqual(unknown)
  await app.anonymous.post('/auth/reset', urlEncoded({ email: 'leaver@acme.com' }))
  await deliverMails(app)
  expect(app.mails).toEqual([])

  expect(
    await revert(app, app.callerOf({ isSuperAdmin: true }), { entryId: done.operation!.id, direction: 'undo' }),
  ).toBe('done')
  expect((await key.get('/auth/users')).status).toBe(200)
  expect((await leaver.get('/auth/users')).status).toBe(401)
  const back = await signIn(app, 'leaver@acme.com')
  expect(
    await revert(app, app.callerOf({ isSuperAdmin: true }), { entryId: done.operation!.id, direction: 'redo' }),
  ).toBe('done')
  expect([(await back.get('/auth/users')).status, (await key.get('/auth/users')).status]).toEqual([401, 401])
  await boss.put('/auth/users', { id, isActive: true })
  expect((await back.get('/auth/users')).status).toBe(401)
  expect((await key.get('/auth/users')).status).toBe(200)
})

test('nobody deactivates themselves, the last administrator, or whom they could not give as much', async () => {
  await using app = await openApp()
  const admin = await signIn(app, 'admin@acme.com')
  const boss = superAdminOf(app)
  const own = await idOf(app, 'admin@acme.com')
  expect(await admin.put('/auth/users', { id: own, isActive: false })).toMatchObject({
    status: 400,
    body: { error: 'You cannot deactivate your own account.' },
  })
  const superAdmin = await idOf(app, 'superadmin@acme.com')
  expect((await admin.put('/auth/users', { id: superAdmin, isActive: false })).status).toBe(403)
  expect(await boss.put('/auth/users', { id: superAdmin, isActive: false })).toMatchObject({
    status: 400,
    body: { error: 'At least one super administrator must remain.' },
  })
  await app.sql(`delete from user_roles where user_id = '${superAdmin}'`)
  expect(await boss.put('/auth/users', { id: own, isActive: false })).toMatchObject({
    status: 400,
    body: { error: 'At least one account that can administer the tenant must remain.' },
  })
  const strong = await addUser(boss)
  await boss.put('/auth/users/acl', { userId: strong, features: ['catalog.*'] })
  const weak = app.as({ features: ['auth.*'] })
  const refused = { status: 403, body: { missingFeatures: ['catalog.*'] } }
  expect(await weak.put('/auth/users', { id: strong, isActive: false })).toMatchObject(refused)
  const { operation } = await boss.put('/auth/users', { id: strong, isActive: false })
  expect(await weak.put('/auth/users', { id: strong, isActive: true })).toMatchObject(refused)
  const undo = { entryId: operation!.id, direction: 'undo' as const }
  expect(await revert(app, app.callerOf({ features: ['auth.*'] }), undo)).toBe('forbidden')
  // Undo is no way around it.
  const add = (fields: object) =>
    boss.post('/auth/users', { password: 'Secret-123', organizationId: tenantA.organization, ...fields })
  const made = await add({ email: 'one@acme.com' })
  const idle = await add({ email: 'two@acme.com', isActive: false })
  const active = await boss.put('/auth/users', { id: idle.body.id, isActive: true })
  for (const [userId, answer] of [
    [made.body.id, made],
    [idle.body.id, active],
  ]) {
    const own = app.callerOf({ features: ['*'], userId })
    expect(await revert(app, own, { entryId: answer.operation!.id, direction: 'undo' })).toBe('bad_input')
  }
})

test('two admins who deactivate each other at once leave one', async () => {
  await using app = await openApp()
  const second = await addUser(superAdminOf(app), { email: 'second@acme.com', roles: ['admin'] })
  await app.sql(`delete from user_roles where user_id in (select id from users where email = 'superadmin@acme.com')`)
  const [one, other] = [await signIn(app, 'admin@acme.com'), await signIn(app, 'second@acme.com')]
  const first = await idOf(app, 'admin@acme.com')
  const answers = await Promise.all([
    one.put('/auth/users', { id: second, isActive: false }),
    other.put('/auth/users', { id: first, isActive: false }),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('lists say who is active and find by it, and by name', async () => {
  await using app = await openApp()
  const admin = adminOf(app)
  const gone = await addUser(admin, { name: 'Zoë Gone', isActive: false })
  const here = await addUser(admin, { name: 'Zoë Here' })
  expect(await listed(admin, 'name=zo%C3%AB')).toMatchObject({ total: 2 })
  expect(await listed(admin, 'name=zo%C3%AB&isActive=true')).toMatchObject({
    total: 1,
    items: [{ id: here, isActive: true }],
  })
  expect(await listed(admin, 'isActive=false')).toMatchObject({ total: 1, items: [{ id: gone, isActive: false }] })
  expect(await listed(admin, 'name=here&search=nobody')).toMatchObject({ total: 0 })
  expect(await listed(admin, 'name=%25')).toMatchObject({ total: 0 })
  expect((await listed(superAdminOf(app), 'name=Gone')).total).toBe(1)
  expect((await admin.get('/auth/users?isActive=perhaps')).status).toBe(400)
  await admin.put('/auth/users', { id: gone, isActive: true })
  expect(await listed(admin, 'isActive=false')).toMatchObject({ total: 0 })
})

test('a deactivated account is not invited', async () => {
  await using app = await openApp()
  const admin = adminOf(app)
  const fresh = { email: 'new@acme.com', organizationId: tenantA.organization }
  const invited = await admin.post('/auth/users', { ...fresh, sendInviteEmail: true, isActive: false })
  expect(invited).toMatchObject({ status: 400, body: { details: [{ path: ['sendInviteEmail'] }] } })
  const { id } = (await admin.post('/auth/users', { ...fresh, sendInviteEmail: true })).body
  await admin.put('/auth/users', { id, isActive: false })
  expect((await admin.post('/auth/users/resend-invite', { id })).status).toBe(409)
})
