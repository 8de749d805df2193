import { tenantB, type TestResponse } from '@plinth/testing'
import { expect, test } from 'vitest'
import {
  authApp,
  bearer,
  cookiesOf,
  deliverMails,
  urlEncoded,
  linkToken,
  PASSWORD,
  signIn,
  withHeaders,
} from './_accounts.ts'

const NEW = 'Another-456'

test('an e-mail is changed without the password', async () => {
  await using app = await authApp()
  const login = await signIn(app, 'employee@acme.com')
  const answer = await login.put('/auth/profile', { email: 'Worker@acme.com' })
  expect(answer).toMatchObject({ status: 200, body: { ok: true, email: 'Worker@acme.com' }, operation: null })
  const { value } = cookiesOf(answer)['auth_token']!
  expect(JSON.parse(atob(value.split('.')[1]!)).email).toBe('Worker@acme.com')
  for (const client of [login, bearer(app, value)]) {
    expect((await client.get('/auth/profile')).body).toEqual({
      email: 'Worker@acme.com',
      name: null,
      roles: ['employee'],
    })
  }
  expect((await signIn(app, 'worker@acme.com')).answer.status).toBe(200)
})

test('a new password ends every login but the one of the answer', async () => {
  await using app = await authApp()
  const other = await signIn(app, 'employee@acme.com', { remember: 'on' })
  const login = await signIn(app, 'employee@acme.com', { remember: 'on' })
  const answer = await login.put('/auth/profile', { currentPassword: ` ${PASSWORD} `, password: NEW })
  expect(answer).toMatchObject({ status: 200, body: { ok: true, email: 'employee@acme.com' } })
  const cookies = cookiesOf(answer)
  for (const client of [other, login]) expect((await client.get('/auth/profile')).status).toBe(401)
  expect((await bearer(app, cookies['auth_token']!.value).get('/auth/profile')).status).toBe(200)
  for (const { refreshToken } of [other, login]) {
    expect((await app.anonymous.post('/auth/session/refresh', { refreshToken })).status).toBe(401)
  }
  const refreshToken = cookies['session_token']!.value
  expect((await app.anonymous.post('/auth/session/refresh', { refreshToken })).status).toBe(200)
  await expect(signIn(app, 'employee@acme.com')).rejects.toThrow('401')
  expect((await signIn(app, 'employee@acme.com', { password: NEW })).answer.status).toBe(200)
  const written = JSON.stringify(await app.sql('select * from plinth.action_log, plinth.changes'))
  expect(written).not.toContain('argon2id')
  expect(written).not.toContain(NEW)
})

test('a password that begins or ends with blanks can be changed', async () => {
  await using app = await authApp()
  const first = await signIn(app, 'employee@acme.com')
  const blank = ' Blank-1234 '
  const change = (from: string, to: string) =>
    bearer(app, token).put('/auth/profile', { currentPassword: from, password: to })
  const tokenOf = (answer: TestResponse) => cookiesOf(answer)['auth_token']!.value
  let token = tokenOf(await first.put('/auth/profile', { currentPassword: PASSWORD, password: blank }))
  expect((await change(blank.trim(), NEW)).body).toMatchObject({ error: 'Current password is incorrect.' })
  const answer = await change(blank, NEW)
  expect(answer.status).toBe(200)
  token = tokenOf(answer)
  expect((await change(NEW, PASSWORD)).status).toBe(200)
})

test('a link that was mailed before stops working', async () => {
  await using app = await authApp()
  const login = await signIn(app, 'employee@acme.com')
  await app.anonymous.post('/auth/reset', urlEncoded({ email: 'employee@acme.com' }))
  await deliverMails(app)
  expect((await login.put('/auth/profile', { email: 'worker@acme.com' })).status).toBe(200)
  const late = await app.anonymous.post('/auth/reset/confirm', urlEncoded({ token: linkToken(app), password: NEW }))
  expect(late).toMatchObject({ status: 400, body: { error: 'Invalid or expired token' } })
})

test('without "remember me" there is no refresh cookie afterwards', async () => {
  await using app = await authApp()
  const login = await signIn(app, 'employee@acme.com')
  const answer = await login.put('/auth/profile', { currentPassword: PASSWORD, password: NEW })
  expect(Object.keys(cookiesOf(answer))).toEqual(['auth_token'])
})

test('what is wrong is told by field', async () => {
  await using app = await authApp()
  const login = await signIn(app, 'employee@acme.com')
  const change = async (body: object) => (await login.put('/auth/profile', body)).body
  const issue = (path: string) => expect.objectContaining({ path: [path] })
  const invalid = (path: string) => ({
    error: 'Invalid profile update.',
    issues: expect.arrayContaining([issue(path)]),
  })
  expect(await change({})).toEqual(invalid('email'))
  expect(await change({ email: 'what' })).toEqual(invalid('email'))
  expect(await change({ password: NEW })).toEqual(invalid('currentPassword'))
  expect(await change({ currentPassword: PASSWORD, email: 'x@acme.com' })).toEqual(invalid('password'))
  expect(await change({ currentPassword: PASSWORD, password: 'weak' })).toEqual(invalid('password'))
  expect(await change({ currentPassword: 'Wrong-123', password: NEW })).toEqual({
    error: 'Current password is incorrect.',
    issues: [{ path: ['currentPassword'], message: 'Current password is incorrect.' }],
  })
  expect(await change({ email: 'ADMIN@acme.com' })).toEqual({
    error: 'Email already in use',
    fieldErrors: { email: 'Email already in use' },
    details: [{ path: ['email'], message: 'Email already in use', code: 'duplicate', origin: 'validation' }],
  })
  expect((await login.put('/auth/profile', { email: 'other@acme.com' })).status).toBe(200)
})

test('of two changes with the same old password one wins', async () => {
  await using app = await authApp()
  const login = await signIn(app, 'employee@acme.com')
  const change = (password: string) => login.put('/auth/profile', { currentPassword: PASSWORD, password })
  const answers = await Promise.all([change('First-Pass-1'), change('Second-Pass-2')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
})

test('API keys and vanished accounts get the published errors', async () => {
  await using app = await authApp()
  const failed = { status: 400, body: { error: 'Failed to update profile.' } }
  expect(await app.as({ kind: 'api_key' }).put('/auth/profile', { email: 'a@acme.com' })).toMatchObject(failed)
  const gone = await app.as({}).put('/auth/profile', { email: 'a@acme.com' })
  expect(gone).toMatchObject({ status: 404, body: { error: 'User not found' } })
  expect((await app.anonymous.put('/auth/profile', {})).status).toBe(401)
})

test('a super admin who works in another tenant changes their own account', async () => {
  await using app = await authApp()
  const { token } = await signIn(app, 'superadmin@acme.com')
  const browser = withHeaders(app, { cookie: `auth_token=${token}; om_selected_tenant=${tenantB.id}` })
  expect((await browser.put('/auth/profile', { email: 'root@acme.com' })).body).toEqual({
    ok: true,
    email: 'root@acme.com',
  })
  expect((await browser.get('/auth/profile')).body.email).toBe('root@acme.com')
})
