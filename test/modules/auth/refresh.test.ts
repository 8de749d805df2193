import { type Client, tenantA, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp, bearer, cookiesOf, PASSWORD, signIn, withHeaders } from './_accounts.ts'

test('a refresh token gives another access token for the same login', async () => {
  await using app = await authApp()
  const { refreshToken, answer, token } = await signIn(app, 'employee@acme.com', { remember: 'on' })
  expect(refreshToken).toMatch(/^[0-9a-f]{64}$/)
  expect(cookiesOf(answer)['session_token']!.attributes).toMatch(/Path=\/; Expires=.*; HttpOnly; SameSite=Lax/)
  app.clock.advance(9 * 3_600_000)
  expect((await bearer(app, token).get('/auth/profile')).status).toBe(401)
  const renewed = await app.anonymous.post('/auth/session/refresh', { refreshToken })
  expect(renewed).toMatchObject({ status: 200, body: { ok: true, expiresIn: 28_800 } })
  expect(cookiesOf(renewed)).toEqual({
    auth_token: { value: renewed.body.accessToken, attributes: 'Path=/; Max-Age=28800; HttpOnly; SameSite=Lax' },
  })
  const client = bearer(app, renewed.body.accessToken)
  expect((await client.get('/auth/profile')).body).toEqual({
    email: 'employee@acme.com',
    name: null,
    roles: ['employee'],
  })
  await client.post('/auth/logout')
  expect((await app.anonymous.post('/auth/session/refresh', { refreshToken })).status).toBe(401)
})

test('what is missing, unknown or over is refused and clears the cookies', async () => {
  await using app = await authApp()
  const { refreshToken } = await signIn(app, 'employee@acme.com', { remember: 'on' })
  const bad = { ok: false, error: 'Missing or invalid refresh token' }
  const wrong = { ok: false, error: 'Invalid or expired refresh token' }
  const refresh = (body: object | string) => app.anonymous.post('/auth/session/refresh', body)
  for (const body of [{}, '{', 'null', { refreshToken: '' }, { refreshToken: 7 }]) {
    const answer = await refresh(body)
    expect(answer).toMatchObject({ status: 400, body: bad })
    expect(Object.keys(cookiesOf(answer))).toEqual(['auth_token', 'session_token'])
  }
  const unknown = await refresh({ refreshToken: 'f'.repeat(64) })
  expect(unknown).toMatchObject({ status: 401, body: wrong })
  expect(Object.keys(cookiesOf(unknown))).toEqual(['auth_token', 'session_token'])
  expect((await refresh({ refreshToken: 'x'.repeat(100_000) })).status).toBe(401)
  app.clock.advance(31 * 86_400_000)
  expect(await refresh({ refreshToken })).toMatchObject({ status: 401, body: wrong })
})

test('an account that may not be used cannot refresh', async () => {
  await using app = await authApp()
  const { refreshToken } = await signIn(app, 'employee@acme.com', { remember: 'on' })
  await app.sql('update users set is_confirmed = false where tenant_id = $1', [tenantA.id])
  await using fresh = await authApp()
  expect((await fresh.anonymous.post('/auth/session/refresh', { refreshToken })).status).toBe(401)
})

test('a browser goes back to where it came from, within this site', async () => {
  await using app = await authApp()
  const { refreshToken } = await signIn(app, 'employee@acme.com', { remember: 'on' })
  const browser = withHeaders(app, { cookie: `session_token=${refreshToken}` })
  const targets = {
    '': '/',
    '/backend/users?page=2#top': '/backend/users?page=2#top',
    backend: '/backend',
    'https://acme.example/backend': '/backend',
    'https://evil.example/x': '/',
    '//evil.example': '/',
    '/\\evil.example': '/',
    '/.//evil.example': '/',
    'https://acme.example//evil.example': '/',
    'javascript:alert(1)': '/',
    '/auth/session/refresh?redirect=/auth/session/refresh': '/',
    '/api/auth/session/refresh/': '/',
    '/api/auth/logout': '/',
    '/a\r\nset-cookie: x=1': '/aset-cookie:%20x=1',
    // Proxies refuse long headers.
    [`/${'"'.repeat(700)}?`]: '/',
  }
  for (const [redirect, location] of Object.entries(targets)) {
    const answer = await browser.get(`/auth/session/refresh?redirect=${encodeURIComponent(redirect)}`)
    expect(answer.status).toBe(302)
    expect([redirect, answer.headers.get('location')]).toEqual([redirect, location])
    expect(Object.keys(cookiesOf(answer))).toEqual(['auth_token'])
  }
  expect((await browser.get('/auth/session/refresh')).headers.get('location')).toBe('/')
})

test('without a login it goes to the login page, whatever the target', async () => {
  await using app = await authApp()
  const go = (redirect: string, cookie = '') =>
    withHeaders(app, { cookie }).get(`/api/auth/session/refresh?redirect=${encodeURIComponent(redirect)}`)
  const answer = await go('/backend?x=1', 'session_token=unknown')
  expect(answer.headers.get('location')).toBe('/login?redirect=%2Fbackend%3Fx%3D1')
  expect(Object.keys(cookiesOf(answer))).toEqual(['auth_token', 'session_token'])
  expect((await go('/auth/session/refresh')).headers.get('location')).toBe('/login?redirect=%2F')
  expect((await go('//evil.example')).headers.get('location')).toBe('/login?redirect=%2F')
})

test('a refresh token can be used again and at once, until its login ends: then nothing that it gave counts', async () => {
  const ends: readonly [string, (person: Client, app: TestPlatform) => Promise<{ readonly status: number }>][] = [
    ['logout', (person) => person.post('/auth/logout')],
    [
      'a new password',
      (person) => person.put('/auth/profile', { currentPassword: PASSWORD, password: 'Another-secret-1!' }),
    ],
    [
      'the deletion of the account',
      async (person, app) => {
        const { userId } = (await person.post('/auth/feature-check', { features: [] })).body
        return (await signIn(app, 'admin@acme.com')).del(`/auth/users?id=${userId}`)
      },
    ],
  ]
  for (const [name, end] of ends) {
    await using app = await authApp()
    const { refreshToken } = await signIn(app, 'employee@acme.com', { remember: 'on' })
    const { refreshToken: ofAnother } = await signIn(app, 'admin@acme.com', { remember: 'on' })
    const refresh = (token = refreshToken) => app.anonymous.post('/auth/session/refresh', { refreshToken: token })
    const replayed = [await refresh(), await refresh(), await refresh()]
    const parallel = await Promise.all(Array.from({ length: 10 }, () => refresh()))
    const given = [...replayed, ...parallel]
    expect(given.map(({ status }) => status)).toEqual(given.map(() => 200))
    // Tokens of one login, none of which has more of it than the first.
    const logins = given.map(({ body }) =>
      JSON.parse(Buffer.from(body.accessToken.split('.')[1]!, 'base64url').toString()),
    )
    expect(new Set(logins.map(({ sid, sub }) => `${sid} ${sub}`)).size).toBe(1)
    expect(await app.sql('select count(*)::int as n from sessions')).toEqual([{ n: 2 }])
    // One of them works for the others, also while the token is used.
    const [last, ...others] = given.map(({ body }) => bearer(app, body.accessToken))
    expect([name, (await end(last!, app)).status < 400]).toEqual([name, true])
    for (const other of [last!, ...others])
      expect([name, (await other.get('/auth/profile')).status]).toEqual([name, 401])
    const again = await Promise.all(Array.from({ length: 3 }, () => refresh()))
    expect([name, again.map(({ status }) => status)]).toEqual([name, [401, 401, 401]])
    expect((await refresh(ofAnother)).status).toBe(200)
  }
})

test('no renewal delays the end of a login', async () => {
  await using app = await authApp()
  const { refreshToken } = await signIn(app, 'employee@acme.com', { remember: 'on' })
  const refresh = () => app.anonymous.post('/auth/session/refresh', { refreshToken })
  for (let day = 1; day < 30; day++) {
    app.clock.advance(86_400_000)
    expect((await refresh()).status).toBe(200)
  }
  const { body } = await refresh()
  app.clock.advance(86_400_000)
  expect((await refresh()).status).toBe(401)
  expect((await bearer(app, body.accessToken).get('/auth/profile')).status).toBe(401)
})

test('one token renews fifteen times a minute from one address', async () => {
  await using app = await authApp({ rateLimits: {} })
  const { refreshToken } = await signIn(app, 'employee@acme.com', { remember: 'on' })
  const refresh = () => app.anonymous.post('/auth/session/refresh', { refreshToken })
  const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await refresh()).status))
  expect(statuses.filter((status) => status === 200)).toHaveLength(15)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
})
