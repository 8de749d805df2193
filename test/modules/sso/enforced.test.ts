import { softPasskey } from '@plinth/auth/testing'
import { tenantA } from '@plinth/testing'
import { expect, test } from 'vitest'
import { cookiesOf, PASSWORD, signIn, urlEncoded, withHeaders } from '../auth/_accounts.ts'
import { connect, ORIGIN, ssoApp } from './_sso.ts'

test('an enforced sign-on refuses passwords and passkeys, except for the accounts for emergencies', async () => {
  await using app = await ssoApp()
  const admin = app.as({ features: ['*'] })
  const id = await connect(app, {}, { domain: 'acme.com' })
  const { token } = await signIn(app, 'employee@acme.com')
  const passkey = softPasskey({ origin: ORIGIN })
  const offered = await withHeaders(app, { authorization: `Bearer ${token}` }).post(
    '/auth/factors/passkeys/options',
    {},
  )
  const cookie = `om_passkey=${cookiesOf(offered)['om_passkey']?.value}`
  await withHeaders(app, { authorization: `Bearer ${token}`, cookie }).post('/auth/factors/passkeys', {
    credential: passkey.register(offered.body),
  })
  expect((await admin.put('/sso/connections', { id, isEnforced: true })).status).toBe(400)
  const [glass] = await app.sql(`select id from users where email = 'admin@acme.com' and tenant_id = $1`, [tenantA.id])
  const enforced = await admin.put('/sso/connections', { id, isEnforced: true, breakGlassUserIds: [glass!['id']] })
  expect(enforced.status).toBe(200)
  const twin = await app.anonymous.post(
    '/auth/login',
    urlEncoded({ email: 'twin@acme.com', password: PASSWORD, tenantId: tenantA.id }),
  )
  expect(twin).toMatchObject({
    status: 403,
    body: { ok: false, code: 'sso_required', redirect: `/api/sso/start/${id}` },
  })
  // A wrong password learns nothing of it.
  const wrong = await app.anonymous.post('/auth/login', urlEncoded({ email: 'twin@acme.com', password: 'Wrong-123' }))
  expect(wrong.status).toBe(401)
  const asked = await app.anonymous.post('/auth/login/passkey/options', {})
  const browser = withHeaders(app, { cookie: `om_passkey=${cookiesOf(asked)['om_passkey']?.value}` })
  const byPasskey = await browser.post('/auth/login/passkey', { credential: passkey.answer(asked.body) })
  expect(byPasskey).toMatchObject({ status: 403, body: { code: 'sso_required' } })
  await expect(signIn(app, 'admin@acme.com')).resolves.toBeTruthy()
  // A super admin could not come in by the provider.
  await expect(signIn(app, 'superadmin@acme.com')).resolves.toBeTruthy()
  await admin.put('/sso/connections', { id, isActive: false })
  await expect(signIn(app, 'twin@acme.com', { tenantId: tenantA.id })).resolves.toBeTruthy()
})

test('undo of a change of the connection asks again whether its roles may be given', async () => {
  await using app = await ssoApp()
  const admin = app.as({ features: ['*'] })
  const id = await connect(app)
  const [role] = await app.sql(`select id from roles where name = 'admin' and tenant_id = $1`, [tenantA.id])
  const changed = await admin.put('/sso/connections', { id, defaultRoleIds: [role!['id']] })
  expect(changed.status).toBe(200)
  const removed = await admin.put('/sso/connections', { id, defaultRoleIds: [] })
  const weak = app.callerOf({ features: ['sso.*'] })
  await expect(app.platform.as(weak, ({ undo }) => undo(removed.operation!.id, { ofOthers: true }))).rejects.toThrow()
  const strong = app.callerOf({ features: ['*'] })
  await app.platform.as(strong, ({ undo }) => undo(removed.operation!.id, { ofOthers: true }))
  expect((await admin.get('/sso/connections')).body.items[0].defaultRoleIds).toEqual([role!['id']])
})
