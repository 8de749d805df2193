import { addAuthenticator, nextCode, startLogin, totpCode } from '@plinth/auth/testing'
import { expect, test } from 'vitest'
import { authApp, cookiesOf, PASSWORD, signIn, urlEncoded, withHeaders } from '../_accounts.ts'

const EMAIL = 'employee@acme.com'
const limits = {
  rateLimits: {
    overrides: { 'factor-ip': { points: 1_000 }, 'login-ip': { points: 1_000 }, login: { points: 1_000 } },
  },
}

test('guessing codes is limited per account, and does not lock out a browser that has signed in before', async () => {
  await using app = await authApp(limits)
  const first = await app.anonymous.post('/auth/login', urlEncoded({ email: EMAIL, password: PASSWORD }))
  const device = `om_device=${cookiesOf(first)['om_device']!.value}`
  const client = withHeaders(app, { authorization: `Bearer ${first.body.token}` })
  const { secret } = await addAuthenticator(app, client)
  nextCode(app)
  const statuses: number[] = []
  for (let round = 0; round < 6; round++) {
    const { browser, challenge } = await startLogin(app, EMAIL)
    for (let guess = 0; guess < 4; guess++)
      statuses.push((await browser.post('/auth/login/verify', { challenge, code: '000000' })).status)
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(20)
  expect(statuses.filter((status) => status === 429)).toHaveLength(4)
  // The owner, in the browser they always use.
  const known = withHeaders(app, { cookie: device })
  const asked = await known.post('/auth/login', urlEncoded({ email: EMAIL, password: PASSWORD }))
  const cookie = `${device}; om_challenge=${cookiesOf(asked)['om_challenge']!.value}`
  const body = { challenge: asked.body.challenge, code: totpCode(app, secret) }
  expect((await withHeaders(app, { cookie }).post('/auth/login/verify', body)).status).toBe(200)
})

test('all that takes a factor is limited by address', async () => {
  await using app = await authApp({ rateLimits: { overrides: { 'factor-ip': { points: 3 } } } })
  const { token } = await signIn(app, EMAIL)
  const client = withHeaders(app, { authorization: `Bearer ${token}` })
  const challenge = 'x'.repeat(64)
  const passkey = { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: 'x' } }
  const requests = [
    () => app.anonymous.post('/auth/login/verify', { challenge, code: '000000' }),
    () => app.anonymous.post('/auth/login/enroll', { challenge }),
    () => app.anonymous.post('/auth/login/passkey/options', {}),
    () => app.anonymous.post('/auth/login/passkey', { credential: passkey }),
    () => client.post('/auth/session/verify', { code: '000000' }),
    () => client.post('/auth/factors/totp/confirm', { enrollment: 'x', code: '000000' }),
    () => client.post('/auth/factors/passkeys', { credential: passkey }),
  ]
  for (let attempt = 0; attempt < 3; attempt++) expect((await requests[0]!()).status).toBe(401)
  for (const request of requests) expect((await request()).status).toBe(429)
})

test('whoever knows a password cannot push out the sign-in that its owner has begun elsewhere', async () => {
  await using app = await authApp({ ...limits, trustedProxies: 1 })
  const { token } = await signIn(app, EMAIL)
  const { secret } = await addAuthenticator(app, withHeaders(app, { authorization: `Bearer ${token}` }))
  nextCode(app)
  const logIn = (network: string) =>
    withHeaders(app, { 'x-forwarded-for': network }).post(
      '/auth/login',
      urlEncoded({ email: EMAIL, password: PASSWORD }),
    )
  const begun = await logIn('10.0.0.1')
  for (let times = 0; times < 12; times++) expect((await logIn('10.0.0.2')).status).toBe(403)
  const cookie = `om_challenge=${cookiesOf(begun)['om_challenge']!.value}`
  const owner = withHeaders(app, { 'x-forwarded-for': '10.0.0.1', cookie })
  const body = { challenge: begun.body.challenge, code: totpCode(app, secret) }
  expect((await owner.post('/auth/login/verify', body)).status).toBe(200)
  // The stranger's own are not kept without end.
  expect(await app.sql('select count(*)::int as n from login_challenges')).toEqual([{ n: 10 }])
})
