import { addAuthenticator, nextCode, type SoftPasskey, softPasskey, startLogin, totpCode } from '@plinth/auth/testing'
import type { Client, TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { authApp, bearer, cookiesOf, signIn, withHeaders } from '../_accounts.ts'

const ORIGIN = 'https://acme.example'
const EMAIL = 'employee@acme.com'

async function register(app: TestPlatform, token: string, passkey: SoftPasskey) {
  const authorization = `Bearer ${token}`
  const offered = await bearer(app, token).post('/auth/factors/passkeys/options', {})
  const cookie = `om_passkey=${cookiesOf(offered)['om_passkey']?.value}`
  const browser = withHeaders(app, { authorization, cookie })
  const credential = passkey.register(offered.body)
  return { offered, browser, credential, answer: await browser.post('/auth/factors/passkeys', { credential }) }
}

/** A browser that has asked for a challenge. */
async function ask(app: TestPlatform, client: Client = app.anonymous, body: object = {}) {
  const offered = await client.post('/auth/login/passkey/options', body)
  const cookie = `om_passkey=${cookiesOf(offered)['om_passkey']?.value}`
  return { options: offered.body, cookie, browser: withHeaders(app, { cookie }) }
}

test('a passkey signs in alone, and each challenge once', async () => {
  await using app = await authApp()
  const { token } = await signIn(app, EMAIL)
  const passkey = softPasskey({ origin: ORIGIN })
  const { offered, answer } = await register(app, token, passkey)
  expect(offered.body).toMatchObject({
    rp: { id: 'acme.example', name: 'Acme' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  expect(answer).toMatchObject({ status: 201, body: { recoveryCodes: expect.any(Array) } })
  const { options, browser } = await ask(app)
  expect(options).not.toHaveProperty('allowCredentials')
  const credential = passkey.answer(options)
  const done = await browser.post('/auth/login/passkey', { credential, remember: true })
  expect(done).toMatchObject({
    status: 200,
    body: { ok: true, redirect: '/backend', refreshToken: expect.any(String) },
  })
  const profile = await bearer(app, done.body.token).get('/auth/profile')
  expect(profile.body.email).toBe(EMAIL)
  expect((await browser.post('/auth/login/passkey', { credential })).status).toBe(401)
})

test('a passkey is a second factor after a password, for its own account only', async () => {
  await using app = await authApp()
  const { token } = await signIn(app, EMAIL)
  const passkey = softPasskey({ origin: ORIGIN })
  await register(app, token, passkey)
  const stranger = softPasskey({ origin: ORIGIN })
  await register(app, (await signIn(app, 'admin@acme.com')).token, stranger)
  const asked = await app.anonymous.post('/auth/login', new URLSearchParams({ email: EMAIL, password: 'Secret-123' }))
  expect(asked.body).toMatchObject({ code: 'second_factor_required', factors: ['passkey', 'recovery_code'] })
  const { challenge } = asked.body
  const cookie = `om_challenge=${cookiesOf(asked)['om_challenge']!.value}`
  const offer = async () => {
    const { options, cookie: state } = await ask(app, withHeaders(app, { cookie }), { challenge })
    expect(options.allowCredentials).toMatchObject([{ id: passkey.id }])
    return { options, browser: withHeaders(app, { cookie: `${cookie}; ${state}` }) }
  }
  const wrong = await offer()
  const foreign = await wrong.browser.post('/auth/login/verify', { challenge, passkey: stranger.answer(wrong.options) })
  expect(foreign).toMatchObject({ status: 401, body: { code: 'wrong_factor' } })
  const { options, browser } = await offer()
  const done = await browser.post('/auth/login/verify', { challenge, passkey: passkey.answer(options) })
  expect(done.status).toBe(200)
})

test('another origin, another browser, a stale challenge and a cloned key are refused', async () => {
  await using app = await authApp()
  const { token } = await signIn(app, EMAIL)
  const passkey = softPasskey({ origin: ORIGIN })
  await register(app, token, passkey)
  const phishing = softPasskey({ origin: 'https://acme.example.evil.example' })
  expect((await register(app, token, phishing)).answer.status).toBe(400)
  const first = await ask(app)
  const second = await ask(app)
  const login = (browser: Client, credential: object) => browser.post('/auth/login/passkey', { credential })
  // The answer to the challenge of another browser.
  expect((await login(second.browser, passkey.answer(first.options))).status).toBe(401)
  // The answer given to a page of another origin, for the same site.
  const copy = Object.assign(passkey.clone().answer(second.options), {})
  const clientDataJSON = Buffer.from(
    JSON.stringify({ type: 'webauthn.get', challenge: second.options.challenge, origin: 'https://evil.example' }),
  ).toString('base64url')
  const relayed = { ...copy, response: { ...(copy as { response: object }).response, clientDataJSON } }
  expect((await login(second.browser, relayed)).status).toBe(401)
  const stale = await ask(app)
  app.clock.advance(301_000)
  expect((await login(stale.browser, passkey.answer(stale.options))).status).toBe(401)
  const clone = passkey.clone()
  const used = await ask(app)
  expect((await login(used.browser, passkey.answer(used.options))).status).toBe(200)
  const cloned = await ask(app)
  expect((await login(cloned.browser, clone.answer(cloned.options))).status).toBe(401)
})

test('a challenge for signing in registers nothing, and a passkey belongs to one account', async () => {
  await using app = await authApp()
  const { token } = await signIn(app, EMAIL)
  const passkey = softPasskey({ origin: ORIGIN })
  const { cookie, options } = await ask(app)
  const browser = withHeaders(app, { authorization: `Bearer ${token}`, cookie })
  expect((await browser.post('/auth/factors/passkeys', { credential: passkey.register(options) })).status).toBe(400)
  expect((await register(app, token, passkey)).answer.status).toBe(201)
  const other = await register(app, (await signIn(app, 'admin@acme.com')).token, passkey)
  expect(other.answer).toMatchObject({ status: 409 })
})

test('an app is removed after proving a passkey', async () => {
  await using app = await authApp()
  const client = await signIn(app, EMAIL)
  const { id, secret } = await addAuthenticator(app, client)
  const passkey = softPasskey({ origin: ORIGIN })
  await register(app, client.token, passkey)
  nextCode(app)
  await client.post('/auth/session/verify', { code: totpCode(app, secret) })
  expect((await client.del(`/auth/factors?id=${id}`)).status).toBe(403)
  const { options, cookie } = await ask(app)
  const browser = withHeaders(app, { authorization: `Bearer ${client.token}`, cookie })
  expect((await browser.post('/auth/session/verify', { passkey: passkey.answer(options) })).status).toBe(200)
  expect((await client.del(`/auth/factors?id=${id}`)).status).toBe(200)
  expect((await startLogin(app, EMAIL)).code).toBe('second_factor_required')
})
