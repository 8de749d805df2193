import { expect, test } from 'vitest'
import { authApp, cookiesOf, signIn, withHeaders } from './_accounts.ts'

test('logout goes to the login page, clears the cookies and ends the access token', async () => {
  await using app = await authApp()
  for (const method of ['GET', 'POST']) {
    const login = await signIn(app, 'employee@acme.com')
    expect((await login.get('/auth/profile')).status).toBe(200)
    const answer = await login.send(method, '/api/auth/logout')
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('/login')
    expect(cookiesOf(answer)).toEqual({
      auth_token: { value: '', attributes: 'Path=/; Max-Age=0' },
      session_token: { value: '', attributes: 'Path=/; Max-Age=0' },
    })
    expect((await login.get('/auth/profile')).status).toBe(401)
  }
})

test('other logins of the same account go on', async () => {
  await using app = await authApp()
  const [left, kept] = [await signIn(app, 'employee@acme.com'), await signIn(app, 'employee@acme.com')]
  await left.post('/auth/logout')
  expect((await left.get('/auth/profile')).status).toBe(401)
  expect((await kept.get('/auth/profile')).status).toBe(200)
})

test('the session cookie alone ends a login whose access token has expired', async () => {
  await using app = await authApp()
  const { token, refreshToken } = await signIn(app, 'employee@acme.com', { remember: 'on' })
  app.clock.advance(9 * 3_600_000)
  const browser = withHeaders(app, { cookie: `auth_token=${token}; session_token=${refreshToken}` })
  expect((await browser.get('/auth/profile')).status).toBe(401)
  expect((await browser.get('/auth/logout')).status).toBe(302)
  expect(await app.sql('select id from sessions')).toEqual([])
  expect((await browser.get('/auth/logout')).status).toBe(401)
})

test('nobody is refused as JSON', async () => {
  await using app = await authApp()
  const bad = withHeaders(app, { cookie: 'session_token=%E0%A4%A; auth_token=nonsense' })
  for (const client of [app.anonymous, bad, withHeaders(app, { cookie: 'session_token=unknown' })]) {
    const answer = await client.post('/auth/logout')
    expect(answer).toMatchObject({ status: 401, body: { error: 'Unauthorized' } })
  }
})

test('another site cannot send a browser there', async () => {
  await using app = await authApp()
  const { token } = await signIn(app, 'employee@acme.com')
  const headers = { cookie: `auth_token=${token}`, 'sec-fetch-site': 'cross-site' }
  const forged = await withHeaders(app, headers).get('/auth/logout')
  expect(forged).toMatchObject({ status: 403, body: { error: 'Forbidden' } })
  expect(forged.headers.getSetCookie()).toEqual([])
  const own = withHeaders(app, { ...headers, 'sec-fetch-site': 'same-origin' })
  expect((await own.get('/auth/profile')).status).toBe(200)
  expect((await own.get('/auth/logout')).status).toBe(302)
})

test('a super admin who works in another tenant leaves too', async () => {
  await using app = await authApp()
  const { token } = await signIn(app, 'superadmin@acme.com')
  const browser = withHeaders(app, {
    cookie: `auth_token=${token}; om_selected_tenant=b0000000-0000-4000-8000-000000000000`,
  })
  expect((await browser.get('/auth/profile')).status).toBe(200)
  expect((await browser.post('/auth/logout')).status).toBe(302)
  expect((await browser.get('/auth/profile')).status).toBe(401)
})
