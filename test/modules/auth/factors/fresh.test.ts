import { defineFeatures, defineModule, Ok, post } from '@plinth/core'
import { addAuthenticator, nextCode, startLogin, totpCode } from '@plinth/auth/testing'
import { expect, test } from 'vitest'
import { authApp, bearer, PASSWORD, signIn } from '../_accounts.ts'

const features = defineFeatures('vault', { open: 'Open the vault' })
const vault = defineModule({
  id: 'vault',
  title: 'Vault',
  features,
  roles: { employee: [features.open] },
  routes: [
    post('/vault/open', { access: { feature: features.open, fresh: '10m' }, response: Ok }, () => ({
      ok: true as const,
    })),
  ],
})
const MINUTES = 60_000
const stale = { status: 403, body: { code: 'verification_required', maxAge: 600 } }

test('what a product marks needs somebody who has just proved who they are', async () => {
  await using app = await authApp({ modules: [vault] })
  const client = await signIn(app, 'employee@acme.com')
  expect((await client.post('/vault/open', {})).status).toBe(200)
  app.clock.advance(11 * MINUTES)
  expect(await client.post('/vault/open', {})).toMatchObject(stale)
  expect((await client.get('/auth/profile')).status).toBe(200)
  expect((await client.post('/auth/session/verify', { password: 'Wrong-123' })).status).toBe(400)
  expect(await client.post('/vault/open', {})).toMatchObject(stale)
  expect((await client.post('/auth/session/verify', { password: PASSWORD })).status).toBe(200)
  expect((await client.post('/vault/open', {})).status).toBe(200)
})

test('the feature is asked for first, and an API key is never fresh', async () => {
  await using app = await authApp({ modules: [vault] })
  expect(await app.as({}).post('/vault/open', {})).toMatchObject({ body: { requiredFeatures: ['vault.open'] } })
  expect(await app.as({ kind: 'api_key', features: ['vault.*'] }).post('/vault/open', {})).toMatchObject(stale)
  expect((await app.anonymous.post('/vault/open', {})).status).toBe(401)
})

test('an account with a factor proves it with one: its password is not enough', async () => {
  await using app = await authApp({ modules: [vault] })
  const other = await signIn(app, 'employee@acme.com')
  const client = await signIn(app, 'employee@acme.com')
  const { secret } = await addAuthenticator(app, client)
  // A session that may be somebody else's is not fresh any more.
  expect(await other.post('/vault/open', {})).toMatchObject(stale)
  expect((await client.post('/vault/open', {})).status).toBe(200)
  expect(await other.post('/auth/session/verify', { password: PASSWORD })).toMatchObject({
    status: 400,
    body: { code: 'second_factor_required' },
  })
  nextCode(app)
  expect((await other.post('/auth/session/verify', { code: totpCode(app, secret) })).status).toBe(200)
  expect((await other.post('/vault/open', {})).status).toBe(200)
  // The same code proves nothing twice, not even in a sign-in.
  const { browser, challenge } = await startLogin(app, 'employee@acme.com')
  expect((await browser.post('/auth/login/verify', { challenge, code: totpCode(app, secret) })).status).toBe(401)
})

test('a stolen session that is not fresh cannot change how the account signs in', async () => {
  await using app = await authApp()
  const { token } = await signIn(app, 'employee@acme.com')
  app.clock.advance(11 * MINUTES)
  const stolen = bearer(app, token)
  for (const path of ['/auth/factors/totp', '/auth/factors/passkeys/options', '/auth/factors/recovery-codes'])
    expect(await stolen.post(path, {})).toMatchObject(stale)
  expect(await stolen.del(`/auth/factors?id=${crypto.randomUUID()}`)).toMatchObject(stale)
})

test('a changed password keeps the proof of the session', async () => {
  await using app = await authApp({ modules: [vault] })
  const client = await signIn(app, 'employee@acme.com')
  app.clock.advance(11 * MINUTES)
  const changed = await client.put('/auth/profile', { currentPassword: PASSWORD, password: 'Another-123' })
  const cookie = changed.headers.getSetCookie().find((one) => one.startsWith('auth_token='))!
  const token = cookie.slice('auth_token='.length).split(';')[0]!
  expect(await bearer(app, token).post('/vault/open', {})).toMatchObject(stale)
})
