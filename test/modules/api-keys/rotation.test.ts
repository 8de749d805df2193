import { addRole, superAdminOf } from '@plinth/auth/testing'
import { expect, test } from 'vitest'
import { signIn } from '../auth/_accounts.ts'
import { addKey, granted, keysApp, withKey } from './_keys.ts'

test('who undoes a rotation once the former key has ended must be able to grant what it may do', async () => {
  await using app = await keysApp()
  const admin = await signIn(app, 'admin@acme.com')
  const { id, secret } = await addKey(admin, { roles: ['admin'] })
  const status = async () => (await withKey(app, secret).get('/auth/users')).status
  expect((await admin.post('/api_keys/keys/rotate', { id, keepHours: 1 })).status).toBe(200)
  const [entry] = await app.sql(`select id from plinth.action_log where command_id = 'api_keys.keys.rotate'`)
  app.clock.advance(2 * 3_600_000)
  expect(await status()).toBe(401)
  const undo = (features: string[]) =>
    app.platform.actAs(app.callerOf({ features }), (ctx) => ctx.undo(String(entry!['id']), { ofOthers: true }))
  await expect(undo(['api_keys.*'])).rejects.toMatchObject({ status: 403 })
  expect(await status()).toBe(401)
  await undo(['*'])
  expect(await status()).toBe(200)
})

test('a key with a role that was deleted since can be rotated', async () => {
  await using app = await keysApp()
  const admin = await signIn(app, 'admin@acme.com')
  const role = (name: string, feature: string) => addRole(superAdminOf(app), name, { features: [feature] })
  const [gone, kept] = [await role('Gone', 'auth.roles.list'), await role('Kept', 'auth.users.list')]
  const { id } = await addKey(admin, { roles: [gone, kept] })
  expect((await superAdminOf(app).del(`/auth/roles?id=${gone}`)).status).toBe(200)
  const { status, body } = await admin.post('/api_keys/keys/rotate', { id })
  expect(status).toBe(200)
  expect(await granted(withKey(app, body.secret), ['auth.roles.list', 'auth.users.list'])).toEqual(['auth.users.list'])
})

test('a rotation ends a key, sooner or later, and needs the right to do so', async () => {
  await using app = await keysApp()
  const admin = await signIn(app, 'admin@acme.com')
  const { id } = await addKey(admin, { roles: [] })
  const [made] = await app.sql('select created_by from api_keys where id = $1', [id])
  const maker = app.as({ userId: String(made!['created_by']), features: ['api_keys.view', 'api_keys.create'] })
  for (const keepHours of [0, 1])
    expect((await maker.post('/api_keys/keys/rotate', { id, keepHours })).status).toBe(403)
  expect(await app.sql('select expires_at from api_keys where id = $1 and deleted_at is null', [id])).toEqual([
    { expires_at: null },
  ])
})
