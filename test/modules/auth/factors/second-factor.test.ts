import { addAuthenticator, nextCode, startLogin, totpCode } from '@plinth/auth/testing'
import { keyRing } from '@plinth/core/security'
import { tenantA, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp, bearer, cookiesOf, deliverMails, PASSWORD, signIn, urlEncoded, withHeaders } from '../_accounts.ts'

const EMAIL = 'employee@acme.com'

async function withApp(app: TestPlatform) {
  const client = await signIn(app, EMAIL)
  return { client, ...(await addAuthenticator(app, client)) }
}

const verify = (app: TestPlatform, body: object, cookie = '') =>
  withHeaders(app, { cookie }).post('/auth/login/verify', body)

test('a password and a code of an app sign in; the answer is that of any login', async () => {
  await using app = await authApp()
  const { secret, recoveryCodes } = await withApp(app)
  expect(recoveryCodes).toHaveLength(10)
  expect(recoveryCodes[0]).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
  nextCode(app)
  const asked = await app.anonymous.post(
    '/auth/login',
    urlEncoded({ email: EMAIL, password: PASSWORD, remember: 'on' }),
  )
  expect(asked).toMatchObject({
    status: 403,
    body: { ok: false, code: 'second_factor_required', factors: ['totp', 'recovery_code'], expiresIn: 300 },
  })
  expect(asked.body).not.toHaveProperty('token')
  expect(cookiesOf(asked)).toEqual({ om_challenge: { value: expect.any(String), attributes: expect.any(String) } })
  const browser = withHeaders(app, { cookie: `om_challenge=${cookiesOf(asked)['om_challenge']!.value}` })
  const { challenge } = asked.body
  const done = await browser.post('/auth/login/verify', { challenge, code: totpCode(app, secret) })
  expect(done.body).toEqual({
    ok: true,
    token: expect.any(String),
    redirect: '/backend',
    refreshToken: expect.any(String),
  })
  expect(cookiesOf(done)).toHaveProperty('auth_token')
  expect((await bearer(app, done.body.token).get('/auth/profile')).body.email).toBe(EMAIL)
  // Used up, with any further code.
  nextCode(app)
  const again = await browser.post('/auth/login/verify', { challenge, code: totpCode(app, secret) })
  expect(again).toMatchObject({ status: 401, body: { code: 'challenge_void' } })
})

test('accounts without a factor sign in as before, and a wrong password is not asked for one', async () => {
  await using app = await authApp()
  const { answer } = await signIn(app, 'admin@acme.com')
  expect(Object.keys(answer.body)).toEqual(['ok', 'token', 'redirect'])
  await withApp(app)
  const wrong = await app.anonymous.post('/auth/login', urlEncoded({ email: EMAIL, password: 'Wrong-123' }))
  expect(wrong).toMatchObject({ status: 401, body: { ok: false, error: 'Invalid email or password' } })
})

test('a challenge belongs to the browser in which the password was entered', async () => {
  await using app = await authApp()
  const { secret } = await withApp(app)
  nextCode(app)
  const { challenge } = await startLogin(app, EMAIL)
  const stranger = await startLogin(app, EMAIL)
  const code = totpCode(app, secret)
  expect((await verify(app, { challenge, code })).status).toBe(401)
  expect((await stranger.browser.post('/auth/login/verify', { challenge, code })).status).toBe(401)
  expect((await stranger.browser.post('/auth/login/verify', { challenge: stranger.challenge, code })).status).toBe(200)
})

test('a code works once, also for two who enter it at the same time', async () => {
  await using app = await authApp()
  const { secret } = await withApp(app)
  // The code that confirmed the app is used up.
  const first = await startLogin(app, EMAIL)
  expect(
    (await first.browser.post('/auth/login/verify', { challenge: first.challenge, code: totpCode(app, secret) })).body,
  ).toMatchObject({ code: 'wrong_factor' })
  nextCode(app)
  const code = totpCode(app, secret)
  const logins = [await startLogin(app, EMAIL), await startLogin(app, EMAIL), await startLogin(app, EMAIL)]
  const answers = await Promise.all(
    logins.map(({ browser, challenge }) => browser.post('/auth/login/verify', { challenge, code })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
})

test('a recovery code replaces a lost app once, raced or not, and is told by mail', async () => {
  await using app = await authApp()
  const { client, recoveryCodes } = await withApp(app)
  const [code = ''] = recoveryCodes
  const logins = [await startLogin(app, EMAIL), await startLogin(app, EMAIL), await startLogin(app, EMAIL)]
  const answers = await Promise.all(
    logins.map(({ browser, challenge }) =>
      browser.post('/auth/login/verify', { challenge, code: code.toLowerCase().replaceAll('-', ' ') }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
  expect((await client.get('/auth/factors')).body.recoveryCodesLeft).toBe(9)
  await deliverMails(app)
  expect(app.mails.map(({ subject }) => subject)).toContain('A recovery code of your account at Acme was used')
})

test('five wrong codes void a challenge, and a changed password does too', async () => {
  await using app = await authApp()
  const { client, secret } = await withApp(app)
  nextCode(app)
  const guessed = await startLogin(app, EMAIL)
  for (let attempt = 0; attempt < 5; attempt++) {
    const wrong = await guessed.browser.post('/auth/login/verify', { challenge: guessed.challenge, code: '000000' })
    expect(wrong.body).toMatchObject({ ok: false, code: 'wrong_factor' })
  }
  const late = await guessed.browser.post('/auth/login/verify', {
    challenge: guessed.challenge,
    code: totpCode(app, secret),
  })
  expect(late.body).toMatchObject({ code: 'challenge_void' })
  const pending = await startLogin(app, EMAIL)
  const changed = await client.put('/auth/profile', { currentPassword: PASSWORD, password: 'Another-123' })
  expect(changed.status).toBe(200)
  const answer = await pending.browser.post('/auth/login/verify', {
    challenge: pending.challenge,
    code: totpCode(app, secret),
  })
  expect(answer.body).toMatchObject({ code: 'challenge_void' })
})

test('a challenge expires, and so does an enrollment', async () => {
  await using app = await authApp()
  const { client, secret } = await withApp(app)
  const { enrollment, secret: other } = (await client.post('/auth/factors/totp', {})).body
  const { challenge, browser } = await startLogin(app, EMAIL)
  app.clock.advance(300_000)
  expect((await browser.post('/auth/login/verify', { challenge, code: totpCode(app, secret) })).status).toBe(401)
  app.clock.advance(301_000)
  const late = await startLogin(app, EMAIL)
  const fresh = await late.browser.post('/auth/login/verify', {
    challenge: late.challenge,
    code: totpCode(app, secret),
  })
  const confirmed = await bearer(app, fresh.body.token).post('/auth/factors/totp/confirm', {
    enrollment,
    code: totpCode(app, other),
  })
  expect(confirmed).toMatchObject({ status: 400, body: { code: 'wrong_factor' } })
})

test('an enrollment of somebody else adds nothing', async () => {
  await using app = await authApp()
  const admin = await signIn(app, 'admin@acme.com')
  const { enrollment, secret } = (await admin.post('/auth/factors/totp', {})).body
  const employee = await signIn(app, EMAIL)
  const answer = await employee.post('/auth/factors/totp/confirm', { enrollment, code: totpCode(app, secret) })
  expect(answer.status).toBe(400)
  expect((await employee.get('/auth/factors')).body.factors).toEqual([])
})

test('an enrollment that another version of the host has begun has to begin again', async () => {
  await using app = await authApp()
  const client = await signIn(app, EMAIL)
  const [user] = await app.sql(`select id from users where email = '${EMAIL}'`)
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const begun = { userId: user!['id'], secret, expiresAt: app.clock.now.getTime() + 60_000 }
  const enrollment = await app.platform.actAs(app.callerOf({}), async ({ inject }) =>
    inject(keyRing).encrypt('auth.totp-enrollment', JSON.stringify(begun)),
  )
  const answer = await client.post('/auth/factors/totp/confirm', { enrollment, code: totpCode(app, secret) })
  expect(answer).toMatchObject({ status: 400, body: { code: 'wrong_factor' } })
})

test('a required factor leaves time, and is then set up during sign-in', async () => {
  await using app = await authApp()
  const superadmin = await signIn(app, 'superadmin@acme.com')
  const policy = await superadmin.put('/auth/policies', { secondFactor: 'required', graceDays: 7 })
  expect(policy.status).toBe(200)
  const { answer } = await signIn(app, EMAIL, { remember: 'on' })
  const { factorRequiredFrom, refreshToken } = answer.body
  expect(Date.parse(factorRequiredFrom) - app.clock.now.getTime()).toBe(7 * 86_400_000)
  app.clock.advance(7 * 86_400_000 + 1_000)
  // A login that began before is not renewed.
  expect((await app.anonymous.post('/auth/session/refresh', { refreshToken })).status).toBe(401)
  const { challenge, code, browser } = await startLogin(app, EMAIL)
  expect(code).toBe('second_factor_setup_required')
  const { enrollment, secret, svg } = (await browser.post('/auth/login/enroll', { challenge })).body
  expect(svg).toMatch(/^<svg /)
  const wrong = await browser.post('/auth/login/verify', { challenge, enrollment, code: '000000' })
  expect(wrong.status).toBe(401)
  const done = await browser.post('/auth/login/verify', { challenge, enrollment, code: totpCode(app, secret) })
  expect(done).toMatchObject({ status: 200, body: { recoveryCodes: expect.arrayContaining([expect.any(String)]) } })
  nextCode(app)
  const next = await startLogin(app, EMAIL)
  expect(next.code).toBe('second_factor_required')
})

test('the policy of a role applies to those who hold it', async () => {
  await using app = await authApp()
  const superadmin = await signIn(app, 'superadmin@acme.com')
  const [role] = await app.sql(`select id from roles where name = 'employee' and tenant_id = $1`, [tenantA.id])
  await superadmin.put('/auth/policies', { roleId: role!['id'], secondFactor: 'required', graceDays: 0 })
  expect((await startLogin(app, EMAIL)).code).toBe('second_factor_setup_required')
  await expect(signIn(app, 'admin@acme.com')).resolves.toBeTruthy()
})

test('removing a factor needs a sign-in with another one, and undo never brings it back', async () => {
  await using app = await authApp()
  const { client, id, secret, recoveryCodes } = await withApp(app)
  const refused = await client.del(`/auth/factors?id=${id}`)
  expect(refused).toMatchObject({ status: 403, body: { code: 'another_factor_required' } })
  nextCode(app)
  expect((await client.post('/auth/session/verify', { code: totpCode(app, secret) })).status).toBe(200)
  expect((await client.del(`/auth/factors?id=${id}`)).status).toBe(403)
  expect((await client.post('/auth/session/verify', { code: recoveryCodes[0] })).status).toBe(200)
  const removed = await client.del(`/auth/factors?id=${id}`)
  expect([removed.status, removed.operation]).toEqual([200, null])
  const [entry] = await app.sql(`select id from plinth.action_log where command_id = 'auth.factors.remove'`)
  await expect(
    app.platform.actAs(app.callerOf({ isSuperAdmin: true }), ({ undo }) => undo(entry!['id'], { ofOthers: true })),
  ).rejects.toThrow()
  await expect(signIn(app, EMAIL)).resolves.toBeTruthy()
  await deliverMails(app)
  const subjects = app.mails.filter(({ to }) => to === EMAIL).map(({ subject }) => subject)
  expect(subjects).toEqual(
    expect.arrayContaining([
      'A second factor was added to your account at Acme',
      'A second factor was removed from your account at Acme',
    ]),
  )
})

test('neither logs nor tables hold a secret of a factor in the clear', async () => {
  await using app = await authApp()
  const { secret, recoveryCodes } = await withApp(app)
  const { challenge } = await startLogin(app, EMAIL)
  const written = JSON.stringify([
    await app.sql('select * from plinth.action_log'),
    await app.sql('select * from plinth.changes'),
    await app.sql('select * from second_factors'),
    await app.sql('select * from recovery_codes'),
    await app.sql('select * from login_challenges'),
    app.log.lines,
  ])
  for (const text of [secret, challenge, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))])
    expect(written).not.toContain(text)
})

test('an account that is deleted and restored keeps its factors, and one that moves takes them along', async () => {
  await using app = await authApp()
  await withApp(app)
  const superadmin = await signIn(app, 'superadmin@acme.com')
  const [user] = await app.sql('select id from users where email = $1', [EMAIL])
  const gone = await superadmin.del(`/auth/users?id=${user!['id']}`)
  expect(gone.status).toBe(200)
  await app.platform.actAs(app.callerOf({ isSuperAdmin: true }), ({ undo }) =>
    undo(gone.operation!.id, { ofOthers: true }),
  )
  expect((await startLogin(app, EMAIL)).code).toBe('second_factor_required')
})
