import { setTimeout } from 'node:timers/promises'
import { tenantB, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp, cookiesOf, urlEncoded, PASSWORD, withHeaders } from './_accounts.ts'
import { addUser } from './_people.ts'

const limited = (points: string) => ({
  'x-ratelimit-limit': points,
  'x-ratelimit-remaining': '0',
})

const login = (app: TestPlatform, email = 'admin@acme.com', password = 'Wrong-123') =>
  app.anonymous.post('/auth/login', urlEncoded({ email, password }))

test('five logins a minute for one account, and the sixth says when to come back', async () => {
  await using app = await authApp({ rateLimits: {} })
  for (let call = 0; call < 5; call++) expect((await login(app)).status).toBe(401)
  const refused = await login(app, ' ADMIN@acme.com', PASSWORD)
  expect(refused).toMatchObject({ status: 429, body: { error: 'Too many requests. Please try again later.' } })
  expect(Object.fromEntries(refused.headers)).toMatchObject(limited('5'))
  for (const name of ['retry-after', 'x-ratelimit-reset']) expect(refused.headers.get(name)).toBe('60')
  expect((await login(app, 'employee@acme.com', PASSWORD)).status).toBe(200)
})

test('a right password forgets the count of the account', async () => {
  await using app = await authApp({ rateLimits: {} })
  for (let call = 0; call < 4; call++) await login(app)
  expect((await login(app, 'admin@acme.com', PASSWORD)).status).toBe(200)
  for (let call = 0; call < 5; call++) expect((await login(app)).status).toBe(401)
  expect((await login(app)).status).toBe(429)
})

test('a login that has happened is answered, also where the counts cannot be forgotten', async () => {
  await using app = await authApp({ rateLimits: { shared: true } })
  await app.sql(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`)
  await app.sql('create trigger refuse before delete on plinth.rate_limits for each row execute function refuse()')
  expect((await login(app, 'admin@acme.com', PASSWORD)).status).toBe(200)
  expect(app.log.lines.map(({ message }) => message)).toContain('failed logins could not be forgotten')
})

test('twenty logins a minute for one address, counted first', async () => {
  await using app = await authApp({ rateLimits: {} })
  for (let call = 0; call < 20; call++) expect((await login(app, `user${call}@acme.com`)).status).toBe(401)
  const refused = await login(app, 'admin@acme.com', PASSWORD)
  expect(refused.status).toBe(429)
  expect(Object.fromEntries(refused.headers)).toMatchObject(limited('20'))
})

test('one account is limited for all addresses together, whether or not it exists', async () => {
  for (const email of ['admin@acme.com', 'nobody@acme.com']) {
    await using app = await authApp({ rateLimits: { shared: false }, trustedProxies: 1 })
    const from = (address: string, password: string) =>
      withHeaders(app, { 'x-forwarded-for': address }).post('/auth/login', urlEncoded({ email, password }))
    for (let call = 0; call < 100; call++) expect((await from(`10.0.0.${call}`, 'Wrong-123')).status).toBe(401)
    const refused = await from('10.0.1.1', PASSWORD)
    expect([refused.status, refused.headers.get('x-ratelimit-limit')]).toEqual([429, '100'])
    // Rounded up, so that nobody comes too early.
    expect([15 * 60, 15 * 60 + 1]).toContain(Number(refused.headers.get('retry-after')))
    expect((await login(app, 'employee@acme.com', PASSWORD)).status).toBe(200)
  }
})

test('one address alone does not use up what all have for an account', async () => {
  const overrides = { login: { points: 1_000 }, 'login-ip': { points: 1_000 } }
  await using app = await authApp({ rateLimits: { shared: false, overrides }, trustedProxies: 1 })
  const from = (address: string, password: string) =>
    withHeaders(app, { 'x-forwarded-for': address }).post(
      '/auth/login',
      urlEncoded({ email: 'admin@acme.com', password }),
    )
  for (let call = 0; call < 25; call++) expect((await from('10.0.0.1', 'Wrong-123')).status).toBe(401)
  for (let call = 0; call < 200; call++) expect((await from('10.0.0.1', 'Wrong-123')).status).toBe(429)
  expect((await from('10.0.0.2', PASSWORD)).status).toBe(200)
})

test('a block is counted from the refusal, and later calls do not prolong it', async () => {
  await using app = await authApp({ rateLimits: { overrides: { login: { points: 1, window: 1, block: 2 } } } })
  expect((await login(app)).status).toBe(401)
  const refused = await login(app)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2'])
  await setTimeout(1_200)
  const still = await login(app)
  expect([still.status, still.headers.get('retry-after')]).toEqual([429, '1'])
  await setTimeout(1_000)
  expect((await login(app)).status).toBe(401)
})

test('without a block the refusal lasts until the window ends', async () => {
  await using app = await authApp({ rateLimits: { overrides: { 'reset-confirm': { points: 1, window: 1 } } } })
  const confirm = () => app.anonymous.post('/auth/reset/confirm', urlEncoded({ token: 'x' }))
  expect((await confirm()).status).toBe(400)
  expect((await confirm()).status).toBe(429)
  await setTimeout(1_100)
  expect((await confirm()).status).toBe(400)
})

test('resets and refreshes are counted by address and by what they name', async () => {
  await using app = await authApp({ rateLimits: {} })
  const reset = (email: string) => app.anonymous.post('/auth/reset', urlEncoded({ email }))
  for (let call = 0; call < 3; call++) expect((await reset('nobody@acme.com')).status).toBe(200)
  const refused = await reset('nobody@acme.com')
  expect(refused.body).toEqual({ error: 'Too many requests. Please try again later.' })
  expect(Object.fromEntries(refused.headers)).toMatchObject(limited('3'))
  for (let call = 0; call < 6; call++) expect((await reset(`user${call}@acme.com`)).status).toBe(200)
  expect(Object.fromEntries((await reset('another@acme.com')).headers)).toMatchObject(limited('10'))
  const refresh = (refreshToken: string) => app.anonymous.post('/auth/session/refresh', { refreshToken })
  for (let call = 0; call < 15; call++) expect((await refresh('a')).status).toBe(401)
  expect(Object.fromEntries((await refresh('a')).headers)).toMatchObject(limited('15'))
  expect((await refresh('b')).status).toBe(401)
})

test('the link that renews a login is limited as its POST, and counted with it', async () => {
  await using app = await authApp({ rateLimits: { overrides: { 'refresh-ip': { points: 40 } } } })
  const follow = (token: string) => withHeaders(app, { cookie: `session_token=${token}` }).get('/auth/session/refresh')
  for (let call = 0; call < 15; call++) expect((await follow('a')).status).toBe(302)
  const refused = await follow('a')
  expect([refused.status, Object.fromEntries(refused.headers)]).toMatchObject([429, limited('15')])
  expect((await app.anonymous.post('/auth/session/refresh', { refreshToken: 'a' })).status).toBe(429)
  // Strangers make up tokens, each of which costs a look-up.
  for (let call = 0; call < 23; call++) expect((await follow(`made up ${call}`)).status).toBe(302)
  expect(Object.fromEntries((await follow('another')).headers)).toMatchObject(limited('40'))
})

test('a browser that has signed in before is not locked out by strangers, and has an allowance of its own', async () => {
  const overrides = { 'login-account': { points: 3 }, 'login-ip': { points: 1_000 } }
  await using app = await authApp({ rateLimits: { shared: false, overrides }, trustedProxies: 1 })
  const attempt = (cookie: string, { email = 'admin@acme.com', password = 'Wrong-123', from = '10.0.0.1' } = {}) =>
    withHeaders(app, { cookie, 'x-forwarded-for': from }).post('/auth/login', urlEncoded({ email, password }))
  const signedIn = await attempt('', { password: PASSWORD })
  const device = cookiesOf(signedIn)['om_device']!
  expect(device.attributes).toContain('HttpOnly')
  const cookie = `om_device=${device.value}`
  // Strangers use up the account's allowance, also from the owner's own address.
  for (let call = 0; call < 5; call++) await attempt('', { from: `10.0.1.${call}` })
  expect((await attempt('', { password: PASSWORD })).status).toBe(429)
  expect((await attempt(cookie, { password: PASSWORD })).status).toBe(200)
  // A forged or foreign cookie is nobody's, and one of another account is no better than none.
  const other = `om_device=${cookiesOf(await attempt('', { email: 'employee@acme.com', password: PASSWORD }))['om_device']!.value}`
  const forged = cookie.slice(0, -1) + (cookie.endsWith('0') ? '1' : '0')
  for (const stolen of [other, forged, 'om_device=x', 'om_device=', `om_device=.${'0'.repeat(64)}`])
    expect((await attempt(stolen, { password: PASSWORD })).status).toBe(429)
  for (let call = 0; call < 10; call++) expect((await attempt(cookie)).status).toBe(401)
  expect((await attempt(cookie, { password: PASSWORD })).status).toBe(429)
})

test('an account with a stranger’s address buys no guesses at the stranger’s password', async () => {
  const overrides = { 'login-account': { points: 6 }, 'login-device': { points: 2 }, 'login-devices': { points: 5 } }
  await using app = await authApp({ rateLimits: { shared: false, overrides }, trustedProxies: 1 })
  const hostile = app.as({ tenantId: tenantB.id, organizationId: tenantB.organization, features: ['auth.*'] })
  const organizationId = tenantB.organization
  const id = await addUser(hostile, { email: 'Admin@acme.com', password: 'Hostile-123', organizationId })
  let network = 0
  const attempt = (password: string, more: Record<string, string> = {}, cookie = '') =>
    withHeaders(app, { 'x-forwarded-for': `10.0.0.${network++}`, cookie }).post(
      '/auth/login',
      urlEncoded({ email: 'admin@acme.com', password, ...more }),
    )
  const enter = () => attempt('Hostile-123', { tenantId: tenantB.id })
  for (let call = 0; call < 5; call++) expect((await attempt('Wrong-123')).status).toBe(401)
  const entered = await enter()
  expect([entered.status, Object.keys(cookiesOf(entered))]).toEqual([200, ['auth_token']])
  expect((await attempt('Wrong-123')).status).toBe(429)
  // A password that its owner was given by another is one that both know, whatever was confirmed before.
  await app.sql(
    `insert into confirmed_addresses (id, tenant_id, user_id, email) values ($1, $2, $1, 'admin@acme.com')`,
    [id, tenantB.id],
  )
  expect((await hostile.put('/auth/users', { id, password: 'Hostile-123' })).status).toBe(200)
  expect(
    await app.sql('select email from confirmed_addresses where tenant_id = $1 and user_id = $2', [tenantB.id, id]),
  ).toEqual([])
})

test('all browsers that have signed in with an address have so many guesses together', async () => {
  const overrides = { 'login-device': { points: 3 }, 'login-devices': { points: 5 } }
  await using app = await authApp({ rateLimits: { shared: false, overrides }, trustedProxies: 1 })
  let network = 0
  const attempt = (password: string, cookie = '') =>
    withHeaders(app, { 'x-forwarded-for': `10.0.0.${network++}`, cookie }).post(
      '/auth/login',
      urlEncoded({ email: 'admin@acme.com', password }),
    )
  const devices: string[] = []
  for (let count = 0; count < 3; count++)
    devices.push(`om_device=${cookiesOf(await attempt(PASSWORD))['om_device']!.value}`)
  const statuses: number[] = []
  for (const device of devices)
    for (let call = 0; call < 2; call++) statuses.push((await attempt('Wrong-123', device)).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  // Browsers that nobody knows are counted by themselves, and the owner's login forgets.
  expect((await attempt(PASSWORD)).status).toBe(200)
})
