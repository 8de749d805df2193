import { softPasskey } from '@plinth/auth/testing'
import { tenantA } from '@plinth/testing'
import { expect, test } from 'vitest'
import { cookiesOf, PASSWORD, signIn, urlEncoded, withHeaders } from '../auth/_accounts.ts'
import { connect, ORIGIN, prove, signInBy, ssoApp } from './_sso.ts'

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
  await expect(
    app.platform.actAs(weak, ({ undo }) => undo(removed.operation!.id, { ofOthers: true })),
  ).rejects.toThrow()
  const strong = app.callerOf({ features: ['*'] })
  await app.platform.actAs(strong, ({ undo }) => undo(removed.operation!.id, { ofOthers: true }))
  expect((await admin.get('/sso/connections')).body.items[0].defaultRoleIds).toEqual([role!['id']])
})

test('sessions from before end, except those for emergencies and those of the provider', async () => {
  await using app = await ssoApp()
  const admin = app.as({ features: ['*'] })
  const id = await connect(app, {}, { domain: 'acme.com' })
  await prove(admin, id, 'corp.example')
  app.provider.person = { sub: 'ann', email: 'ann@corp.example' }
  const visit = await signInBy(app, id)
  const employee = await signIn(app, 'employee@acme.com', { remember: '1' })
  const glass = await signIn(app, 'admin@acme.com')
  const [{ id: glassId } = { id: '' }] = await app.sql(
    `select id from users where email = 'admin@acme.com' and tenant_id = $1`,
    [tenantA.id],
  )
  const status = async (client: Pick<typeof employee, 'get'>) => (await client.get('/auth/profile')).status
  const enforced = await admin.put('/sso/connections', { id, isEnforced: true, breakGlassUserIds: [glassId] })
  expect(enforced.status).toBe(200)
  expect([await status(employee), await status(glass), await status(visit.browser)]).toEqual([401, 200, 200])
  const refreshed = await app.anonymous.post('/auth/session/refresh', { refreshToken: employee.refreshToken })
  expect(refreshed.status).toBe(401)
  // Somebody who is no longer named for emergencies.
  const [twin] = await app.sql(`select id from users where email = 'twin@acme.com' and tenant_id = $1`, [tenantA.id])
  await admin.put('/sso/connections', { id, breakGlassUserIds: [twin!['id']] })
  expect(await status(glass)).toBe(401)
  // Undone, switched off, and on again.
  await admin.put('/sso/connections', { id, isActive: false })
  const again = await signIn(app, 'employee@acme.com')
  await admin.put('/sso/connections', { id, isActive: true })
  expect(await status(again)).toBe(401)
  const lifted = await admin.put('/sso/connections', { id, isEnforced: false })
  const once = await signIn(app, 'employee@acme.com')
  await app.platform.actAs(app.callerOf({ features: ['*'] }), ({ undo }) =>
    undo(lifted.operation!.id, { ofOthers: true }),
  )
  expect(await status(once)).toBe(401)
})

test('a domain that is proven later ends sessions too', async () => {
  await using app = await ssoApp()
  const [glass] = await app.sql(`select id from users where email = 'admin@acme.com' and tenant_id = $1`, [tenantA.id])
  const id = await connect(app, { isEnforced: true, breakGlassUserIds: [glass!['id']] })
  const employee = await signIn(app, 'employee@acme.com')
  expect((await employee.get('/auth/profile')).status).toBe(200)
  await prove(app.as({ features: ['*'] }), id, 'acme.com')
  expect((await employee.get('/auth/profile')).status).toBe(401)
})

test('nobody leaves an enforced sign-on by another address, nor takes one of a proven domain', async () => {
  await using app = await ssoApp()
  const admin = app.as({ features: ['*'] })
  const [glass] = await app.sql(`select id from users where email = 'admin@acme.com' and tenant_id = $1`, [tenantA.id])
  const id = await connect(app)
  const employee = await signIn(app, 'employee@acme.com')
  const change = async (client: Pick<typeof employee, 'put'>, email: string) => {
    const { status, body } = await client.put('/auth/profile', { email })
    return [status, body.code ?? body.details?.[0]?.code]
  }
  // Before somebody of the domain has signed in for the first time.
  expect(await change(employee, 'boss@corp.example')).toEqual([400, 'sso_domain'])
  expect(await change(employee, 'boss@CORP.example')).toEqual([400, 'sso_domain'])
  const [stranger] = await app.sql(`select id from users where email = 'twin@acme.com' and tenant_id = $1`, [
    tenantA.id,
  ])
  expect(await change(await signIn(app, 'other@acme.com'), 'boss@corp.example')).toEqual([400, 'sso_domain'])
  expect(stranger).toBeTruthy()
  app.provider.person = { sub: 'ann', email: 'ann@corp.example' }
  const { browser } = await signInBy(app, id)
  expect((await browser.get('/auth/profile')).status).toBe(200)
  await admin.put('/sso/connections', { id, isEnforced: true, breakGlassUserIds: [glass!['id']] })
  const [ann] = await app.sql(`select id from users where email = 'ann@corp.example'`)
  // With the right to edit accounts, one's own is still one's own.
  const self = app.as({ features: ['auth.*'], userId: String(ann!['id']) })
  const left = await self.put('/auth/users', { id: ann!['id'], email: 'ann@free.example' })
  expect([left.status, left.body.code]).toEqual([400, 'sso_required'])
  expect((await admin.put('/auth/users', { id: ann!['id'], email: 'ann@free.example' })).status).toBe(200)
})
