import type { TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp, PASSWORD, signIn } from './_accounts.ts'
import { addUser, idOf, superAdminOf } from './_people.ts'

const MINUTES = 60_000
const stale = { status: 403, body: { code: 'verification_required', maxAge: 600 } }
const NEW = 'Another-456'

/** A login of a seeded account that was opened a while ago. */
async function staleLogin(app: TestPlatform, email: string) {
  const login = await signIn(app, email)
  app.clock.advance(11 * MINUTES)
  return login
}

test('a stale session changes its own address only with a proof', async () => {
  await using app = await authApp()
  const login = await staleLogin(app, 'employee@acme.com')
  expect(await login.put('/auth/profile', { email: 'thief@acme.com' })).toMatchObject(stale)
  // What stays as it is needs none.
  expect(await login.put('/auth/profile', { email: 'employee@acme.com' })).toMatchObject({ status: 200 })
  expect(await login.post('/auth/session/verify', { password: PASSWORD })).toMatchObject({ status: 200 })
  expect(await login.put('/auth/profile', { email: 'own@acme.com' })).toMatchObject({ status: 200 })
  app.clock.advance(11 * MINUTES)
  expect(await login.put('/auth/profile', { email: 'thief@acme.com' })).toMatchObject(stale)
  const both = { email: 'mine@acme.com', currentPassword: PASSWORD, password: NEW }
  expect(await login.put('/auth/profile', both)).toMatchObject({ status: 200, body: { email: 'mine@acme.com' } })
})

test('administering accounts is no way around it, but everything else goes on', async () => {
  await using app = await authApp()
  const id = await idOf(app, 'admin@acme.com')
  const other = await addUser(superAdminOf(app))
  const admin = await staleLogin(app, 'admin@acme.com')
  for (const change of [{ email: 'thief@acme.com' }, { password: NEW }])
    expect(await admin.put('/auth/users', { id, ...change })).toMatchObject(stale)
  expect(await admin.put('/auth/users', { id, email: 'admin@acme.com', name: 'Ada' })).toMatchObject({ status: 200 })
  expect(await admin.put('/auth/users', { id: other, email: 'new@acme.com', password: NEW })).toMatchObject({
    status: 200,
  })
  await admin.post('/auth/session/verify', { password: PASSWORD })
  expect(await admin.put('/auth/users', { id, email: 'ada@acme.com' })).toMatchObject({ status: 200 })
  expect(await admin.put('/auth/users', { id, password: NEW })).toMatchObject({ status: 200 })
})

test('a super admin is no exception', async () => {
  await using app = await authApp()
  const id = await idOf(app, 'superadmin@acme.com')
  const boss = await staleLogin(app, 'superadmin@acme.com')
  expect(await boss.put('/auth/users', { id, password: NEW })).toMatchObject(stale)
  expect(await boss.put('/auth/profile', { email: 'thief@acme.com' })).toMatchObject(stale)
})

test('undo of one’s own change of address needs the same proof', async () => {
  await using app = await authApp()
  const id = await idOf(app, 'superadmin@acme.com')
  const boss = await signIn(app, 'superadmin@acme.com')
  const changed = await boss.put('/auth/users', { id, email: 'next@acme.com' })
  expect(changed.status).toBe(200)
  const { actor, scope } = app.callerOf({ isSuperAdmin: true, userId: id })
  const undo = (verifiedAt: number) =>
    app.platform.actAs({ scope, actor: { ...actor, verifiedAt } }, (ctx) =>
      ctx.undo({ token: changed.operation!.undoToken! }, { ofOthers: true }),
    )
  await expect(undo(0)).rejects.toMatchObject({ status: 403, body: { code: 'verification_required' } })
  await undo(Number.MAX_SAFE_INTEGER)
  expect(await idOf(app, 'superadmin@acme.com')).toBe(id)
})

test('wrong current passwords are counted like other wrong proofs, however many are tried at once', async () => {
  await using app = await authApp({ rateLimits: { enabled: true } })
  const login = await signIn(app, 'employee@acme.com')
  const guess = (currentPassword: string) => login.put('/auth/profile', { currentPassword, password: NEW })
  const answers = await Promise.all(Array.from({ length: 60 }, (_, index) => guess(`Wrong-${index}00`)))
  const counted = answers.filter(({ status }) => status === 400)
  expect(counted.length).toBeLessThanOrEqual(20)
  expect(answers.filter(({ status }) => status === 429).length).toBe(60 - counted.length)
  // Not even the right one gets through now, here or where a session is confirmed.
  expect((await guess(PASSWORD)).status).toBe(429)
  expect((await login.post('/auth/session/verify', { password: PASSWORD })).status).toBe(429)
})

test('a right current password forgets the wrong ones before it', async () => {
  await using app = await authApp({ rateLimits: { enabled: true } })
  const login = await signIn(app, 'employee@acme.com')
  for (let index = 0; index < 5; index++)
    await login.put('/auth/profile', { currentPassword: 'Wrong-123', password: NEW })
  const changed = await login.put('/auth/profile', { currentPassword: PASSWORD, password: NEW })
  expect(changed.status).toBe(200)
})
